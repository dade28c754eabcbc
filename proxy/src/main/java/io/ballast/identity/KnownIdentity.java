package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;

/** What is known of a connection before the first byte that its node gets. */
record KnownIdentity(Identification identification) implements IdentitySource {
  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return identification;
  }

  @Override
  public int maxBytes() {
    return 0;
  }
}
