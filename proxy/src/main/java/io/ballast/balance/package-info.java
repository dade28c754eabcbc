/**
 * Keeps live sessions where the weights say they belong. Once a tick the planner, a pure function
 * of the table of sessions, the snapshot, the damping state, the time and a seeded random source,
 * decides which sessions move and when; the {@link io.ballast.balance.Balancer} carries that out.
 * It is fed with what sessions are opened and closed, and asks them to end through a port; nothing
 * here touches a socket. Everything belongs to the control thread.
 */
package io.ballast.balance;
