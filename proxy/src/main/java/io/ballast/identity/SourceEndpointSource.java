package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;

/** The identity is the text of the client's address and port: another one each time. */
final class SourceEndpointSource implements IdentitySource {
  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return new Identification.Identified(SourceIdentity.endpoint(origin));
  }

  @Override
  public int maxBytes() {
    return 0;
  }

  @Override
  public boolean affine() {
    return false;
  }
}
