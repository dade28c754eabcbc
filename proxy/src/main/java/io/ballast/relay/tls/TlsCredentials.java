package io.ballast.relay.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * The files with which this proxy shows who it is.
 *
 * @param cert its certificate and, after it, those that lead to one its peers trust; PEM
 * @param key the private key of the certificate, not encrypted; PEM
 */
public record TlsCredentials(Path cert, Path key) {
  /** Checks that both are there. */
  public TlsCredentials {
    requireNonNull(cert, "cert");
    requireNonNull(key, "key");
  }
}
