package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;

/**
 * Says who a set is by where its connection comes from and its first bytes. Pure: the same bytes in
 * one piece or in many give the same answer, and nothing is consumed.
 */
public interface IdentitySource {
  /**
   * Says what the bytes tell.
   *
   * @param origin where the connection comes from
   * @param bytes the first bytes, from its position to its limit, neither of which may be changed;
   *     valid during the call
   */
  Identification identify(Origin origin, ByteBuffer bytes);

  /**
   * The most bytes that are looked at, 0 if none is needed. A connection from which more would be
   * needed names no set.
   */
  int maxBytes();

  /** Whether a set that connects again is the same set. */
  default boolean affine() {
    return true;
  }

  /**
   * The source for a connection that began with this header, which a trusted sender wrote; the
   * bytes that it is asked with begin behind the header. Most sources do not look at it.
   */
  default IdentitySource after(ProxyHeader header) {
    return this;
  }

  /**
   * The source for a connection on which this proxy has completed a TLS handshake; the bytes that
   * it is asked with are the decrypted ones. Most sources do not look at it.
   */
  default IdentitySource after(TlsPeer peer) {
    return this;
  }
}
