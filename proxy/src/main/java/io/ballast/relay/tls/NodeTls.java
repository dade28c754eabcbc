package io.ballast.relay.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * What a cluster's nodes are talked to with, read from files and ready for handshakes. Immutable
 * and thread-safe.
 */
public final class NodeTls {
  private final SslContext context;
  private final NodeTlsSettings settings;
  private final List<String> warnings;

  private NodeTls(SslContext context, NodeTlsSettings settings, List<String> warnings) {
    this.context = context;
    this.settings = settings;
    this.warnings = List.copyOf(warnings);
  }

  /**
   * Reads the files; blocks.
   *
   * @throws IllegalArgumentException if a file cannot be used: {@code key = value: rule and remedy}
   */
  public static NodeTls load(NodeTlsSettings settings) {
    Instant now = Instant.now();
    List<String> warnings = new ArrayList<>();
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .protocols(settings.minVersion().andLater());
    settings
        .credentials()
        .ifPresent(
            files -> {
              Material.Identity own = Material.identity(files);
              builder.keyManager(own.key(), own.chain());
              warnings.addAll(Material.warnings("cert", files.cert(), own.chain(), now));
            });
    Optional<List<X509Certificate>> signers = Material.signers("ca", settings.ca());
    signers.ifPresent(
        all -> {
          builder.trustManager(all);
          warnings.addAll(Material.warnings("ca", settings.ca().orElseThrow(), all, now));
        });
    if (!settings.verify()) {
      builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
    }
    return new NodeTls(build(builder), settings, warnings);
  }

  private static SslContext build(SslContextBuilder builder) {
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("no TLS can be spoken: " + e.getMessage(), e);
    }
  }

  /** What is wrong with the certificates by now, a line each; handshakes are tried all the same. */
  public List<String> warnings() {
    return warnings;
  }

  /**
   * A handler for one connection, which begins the handshake as soon as it is added.
   *
   * @param host the node's host, a name or an address
   * @param port its port
   */
  public TlsHandler newHandler(ByteBufAllocator allocator, String host, int port) {
    String name = settings.serverName().orElse(host);
    SSLEngine engine = context.newEngine(allocator, name, port);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm(settings.verify() ? "HTTPS" : "");
    ServerNames.indication(name).ifPresent(sni -> parameters.setServerNames(List.of(sni)));
    engine.setSSLParameters(parameters);
    return new TlsHandler(engine);
  }
}
