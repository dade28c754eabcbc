/**
 * The weighted consistent-hash ring that names the owner of a set.
 *
 * <p>It stands at the very bottom: it knows names, weights and hashes, and nothing of sessions,
 * health or zones. Placement asks a {@link io.ballast.ring.Ring} for the owner of an identity's
 * {@linkplain io.ballast.ring.RingHash hash} and walks on from there; balancing asks a {@link
 * io.ballast.ring.RingDifference} what a change of weights moves. Everything here is immutable but
 * {@link io.ballast.ring.RingWalk}, and uses the JDK alone.
 */
package io.ballast.ring;
