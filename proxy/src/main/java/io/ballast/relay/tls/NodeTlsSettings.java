package io.ballast.relay.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How nodes are talked to in TLS.
 *
 * @param ca the file with the certificates of those who sign nodes' certificates, PEM; the JDK's
 *     list of public ones if there is none
 * @param verify whether a node's certificate must be signed so and name the node
 * @param serverName the host name that nodes are asked for and that their certificates name; each
 *     node's own host if there is none
 * @param credentials what is shown to a node that asks who this proxy is
 * @param minVersion the oldest version that is spoken
 */
public record NodeTlsSettings(
    Optional<Path> ca,
    boolean verify,
    Optional<String> serverName,
    Optional<TlsCredentials> credentials,
    TlsVersion minVersion) {
  /** Verifies against the JDK's list, by each node's own host name. */
  public static final NodeTlsSettings DEFAULT =
      new NodeTlsSettings(
          Optional.empty(), true, Optional.empty(), Optional.empty(), TlsVersion.V1_2);

  /**
   * @throws IllegalArgumentException if a file of signers is named and nothing is verified, or the
   *     server name is no host name
   */
  public NodeTlsSettings {
    requireNonNull(credentials, "credentials");
    requireNonNull(minVersion, "minVersion");
    if (ca.isPresent() && !verify) {
      throw new IllegalArgumentException(
          "ca = " + ca.get() + ": nothing is verified; take verify = off out, or this");
    }
    if (serverName.isPresent() && ServerNames.indication(serverName.get()).isEmpty()) {
      throw new IllegalArgumentException(
          "server-name = "
              + serverName.get()
              + ": a host name is expected, such as db.example; an address is none");
    }
  }

  /** This with other signers. */
  public NodeTlsSettings withCa(Path file) {
    return new NodeTlsSettings(Optional.of(file), verify, serverName, credentials, minVersion);
  }

  /** This with every certificate accepted. */
  public NodeTlsSettings withoutVerification() {
    return new NodeTlsSettings(Optional.empty(), false, serverName, credentials, minVersion);
  }

  /** This with one name for all nodes. */
  public NodeTlsSettings withServerName(String name) {
    return new NodeTlsSettings(ca, verify, Optional.of(name), credentials, minVersion);
  }

  /** This with something to show to nodes. */
  public NodeTlsSettings withCredentials(TlsCredentials shown) {
    return new NodeTlsSettings(ca, verify, serverName, Optional.of(shown), minVersion);
  }
}
