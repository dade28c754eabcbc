package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;

/** The identity is the text of the client's address. */
final class SourceAddressSource implements IdentitySource {
  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return new Identification.Identified(SourceIdentity.address(origin));
  }

  @Override
  public int maxBytes() {
    return 0;
  }
}
