package io.ballast.relay.tls;

import io.netty.handler.ssl.ClientAuth;
import java.util.Locale;

/** Whether clients are asked for a certificate. */
public enum ClientCertificates {
  /** They are not. */
  NONE(ClientAuth.NONE),
  /** They are, and may have none; one that is not trusted ends the handshake all the same. */
  OPTIONAL(ClientAuth.OPTIONAL),
  /** They are, and without a trusted one the handshake fails. */
  REQUIRED(ClientAuth.REQUIRE);

  private final ClientAuth auth;

  ClientCertificates(ClientAuth auth) {
    this.auth = auth;
  }

  ClientAuth auth() {
    return auth;
  }

  /** The word that people write, such as {@code optional}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
