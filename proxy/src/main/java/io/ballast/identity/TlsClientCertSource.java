package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * The identity is a part of the certificate that a client has shown, and that was verified, in its
 * TLS handshake. A client without a certificate, and one whose certificate does not have the part,
 * names no set.
 */
final class TlsClientCertSource implements IdentitySource {
  private static final int DNS_NAME = 2;

  private final CertificatePart part;

  TlsClientCertSource(CertificatePart part) {
    this.part = part;
  }

  /** There was no handshake. */
  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    return Identification.NONE;
  }

  @Override
  public int maxBytes() {
    return 0;
  }

  @Override
  public IdentitySource after(TlsPeer peer) {
    return new KnownIdentity(peer.certificate().map(this::identify).orElse(Identification.NONE));
  }

  private Identification identify(X509Certificate certificate) {
    return switch (part) {
      case CN ->
          commonName(certificate.getSubjectX500Principal())
              .map(name -> identification("common name", name))
              .orElse(Identification.NONE);
      case SAN_DNS ->
          hostName(certificate)
              .map(name -> HostNames.identification("host name", bytes(name), IdentityBytes.ASCII))
              .orElse(Identification.NONE);
      case SUBJECT -> {
        String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
        yield subject.isEmpty() ? Identification.NONE : identification("subject", subject);
      }
    };
  }

  private static Identification identification(String field, String text) {
    return IdentityBytes.UTF_8.identification(field, bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** RFC 2253 writes the most specific part first. */
  private static Optional<String> commonName(X500Principal subject) {
    try {
      List<Rdn> parts = new LdapName(subject.getName(X500Principal.RFC2253)).getRdns();
      for (int i = parts.size() - 1; i >= 0; i--) {
        Rdn rdn = parts.get(i);
        if (rdn.getType().equalsIgnoreCase("CN") && rdn.getValue() instanceof String name) {
          return Optional.of(name);
        }
      }
      return Optional.empty();
    } catch (InvalidNameException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> hostName(X509Certificate certificate) {
    try {
      for (List<?> name :
          Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of())) {
        if (name.get(0).equals(DNS_NAME)) {
          return Optional.of((String) name.get(1));
        }
      }
      return Optional.empty();
    } catch (CertificateParsingException unreadable) {
      return Optional.empty();
    }
  }
}
