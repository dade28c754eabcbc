package io.ballast.identity;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * What a client has said in its TLS handshake with this proxy.
 *
 * @param serverName the host name that it asked for (RFC 6066, section 3), as it wrote it
 * @param certificate its own certificate, which was verified
 */
public record TlsPeer(Optional<String> serverName, Optional<X509Certificate> certificate) {
  /** Checks that no part is missing. */
  public TlsPeer {
    requireNonNull(serverName, "serverName");
    requireNonNull(certificate, "certificate");
  }
}
