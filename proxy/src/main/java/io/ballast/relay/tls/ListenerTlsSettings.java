package io.ballast.relay.tls;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a listener terminates TLS.
 *
 * @param credentials what it shows to clients
 * @param clientCertificates whether clients are asked for theirs
 * @param clientCa the file with the certificates of those who sign clients' certificates, PEM;
 *     there if clients are asked
 * @param minVersion the oldest version that is spoken
 */
public record ListenerTlsSettings(
    TlsCredentials credentials,
    ClientCertificates clientCertificates,
    Optional<Path> clientCa,
    TlsVersion minVersion) {
  /**
   * @throws IllegalArgumentException if clients are asked for certificates and nobody is named who
   *     signs them, or the other way round
   */
  public ListenerTlsSettings {
    requireNonNull(credentials, "credentials");
    requireNonNull(minVersion, "minVersion");
    boolean asks = clientCertificates != ClientCertificates.NONE;
    if (asks && clientCa.isEmpty()) {
      throw new IllegalArgumentException(
          "client-certs = "
              + clientCertificates.word()
              + ": clients' certificates are verified; name the file of those who sign them in"
              + " client-ca");
    }
    if (!asks && clientCa.isPresent()) {
      throw new IllegalArgumentException(
          "client-ca = "
              + clientCa.get()
              + ": no client is asked for a certificate; set client-certs to optional or required,"
              + " or take client-ca out");
    }
  }

  /** TLS from version 1.2 on that asks for no certificates. */
  public static ListenerTlsSettings of(TlsCredentials credentials) {
    return new ListenerTlsSettings(
        credentials, ClientCertificates.NONE, Optional.empty(), TlsVersion.V1_2);
  }

  /** This with clients asked for certificates that the file's owners have signed. */
  public ListenerTlsSettings withClients(ClientCertificates certificates, Path ca) {
    return new ListenerTlsSettings(credentials, certificates, Optional.of(ca), minVersion);
  }

  /** This with another oldest version. */
  public ListenerTlsSettings withMinVersion(TlsVersion other) {
    return new ListenerTlsSettings(credentials, clientCertificates, clientCa, other);
  }
}
