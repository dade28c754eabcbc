package io.ballast.relay.tls;

import io.ballast.identity.IdentitySettings;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * A listener's certificate and key, read from their files and ready for handshakes. Immutable and
 * thread-safe. Each has a session cache and ticket keys of its own: clients resume sessions of the
 * same material only.
 */
public final class ListenerTls {
  private final SslContext context;
  private final boolean first;
  private final X509Certificate certificate;
  private final List<String> warnings;

  private ListenerTls(
      SslContext context, boolean first, X509Certificate certificate, List<String> warnings) {
    this.context = context;
    this.first = first;
    this.certificate = certificate;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads the files; blocks.
   *
   * @param identity what is taken from the decrypted bytes; it knows the names that clients may
   *     have for their protocol (ALPN), of which a client that asks for others only gets none
   * @throws IllegalArgumentException if a file cannot be used: {@code key = value: rule and remedy}
   */
  public static ListenerTls load(ListenerTlsSettings settings, IdentitySettings identity) {
    Material.Identity own = Material.identity(settings.credentials());
    Optional<List<X509Certificate>> signers = Material.signers("client-ca", settings.clientCa());
    Instant now = Instant.now();
    List<String> warnings =
        new ArrayList<>(Material.warnings("cert", settings.credentials().cert(), own.chain(), now));
    SslContextBuilder builder =
        SslContextBuilder.forServer(own.key(), own.chain())
            .sslProvider(SslProvider.JDK)
            .protocols(settings.minVersion().andLater())
            .clientAuth(settings.clientCertificates().auth());
    signers.ifPresent(
        all -> {
          builder.trustManager(all);
          warnings.addAll(
              Material.warnings("client-ca", settings.clientCa().orElseThrow(), all, now));
        });
    List<String> applicationProtocols = identity.applicationProtocols();
    if (!applicationProtocols.isEmpty()) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              applicationProtocols));
    }
    return new ListenerTls(
        build(builder, settings.credentials()),
        !identity.asksForTls(),
        own.chain().get(0),
        warnings);
  }

  static SslContext build(SslContextBuilder builder, TlsCredentials credentials) {
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException(
          "cert = "
              + credentials.cert()
              + ": no TLS can be spoken with it ("
              + e.getMessage()
              + "); see whether its key is of a usual kind, such as EC or RSA",
          e);
    }
  }

  /** Whether connections begin with the handshake, before any byte of the client's protocol. */
  public boolean first() {
    return first;
  }

  /** Whose certificate clients are shown, and for how long it is valid, for people. */
  public String certificate() {
    return "of "
        + certificate.getSubjectX500Principal()
        + ", valid until "
        + certificate.getNotAfter().toInstant();
  }

  /** What is wrong with the certificates by now, a line each; handshakes are tried all the same. */
  public List<String> warnings() {
    return warnings;
  }

  /** A handler for one connection, which begins the handshake as soon as it is added. */
  public TlsHandler newHandler(ByteBufAllocator allocator) {
    return new TlsHandler(context.newEngine(allocator));
  }
}
