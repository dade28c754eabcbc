package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;

/** The identity is the text of the client's address, or of its network. */
final class SourceAddressSource implements IdentitySource {
  private final int v4;
  private final int v6;

  /**
   * @param v4 how many bits of an IPv4 address count
   * @param v6 how many bits of an IPv6 address count
   */
  SourceAddressSource(int v4, int v6) {
    this.v4 = v4;
    this.v6 = v6;
  }

  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return new Identification.Identified(SourceIdentity.network(origin, v4, v6));
  }

  @Override
  public int maxBytes() {
    return 0;
  }
}
