package io.ballast;

import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.relay.tls.TlsCredentials;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The TLS settings of a process, key by key, in the words of the configuration file. */
final class TlsInForce {
  private static final String ENABLED = "enabled";

  private TlsInForce() {}

  static void listener(
      String at, Optional<ListenerTlsSettings> settings, BiConsumer<String, Object> put) {
    put.accept(at + ENABLED, settings.isPresent() ? "on" : "off");
    settings.ifPresent(
        tls -> {
          credentials(at, Optional.of(tls.credentials()), put);
          put.accept(at + "client-certs", tls.clientCertificates().word());
          put.accept(at + "client-ca", file(tls.clientCa()));
          put.accept(at + "min-version", tls.minVersion().word());
        });
  }

  static void nodes(String at, Optional<NodeTlsSettings> settings, BiConsumer<String, Object> put) {
    put.accept(at + ENABLED, settings.isPresent() ? "on" : "off");
    settings.ifPresent(
        tls -> {
          put.accept(at + "ca", file(tls.ca()));
          put.accept(at + "verify", tls.verify() ? "on" : "off");
          put.accept(at + "server-name", tls.serverName().orElse(""));
          credentials(at, tls.credentials(), put);
          put.accept(at + "min-version", tls.minVersion().word());
        });
  }

  private static void credentials(
      String at, Optional<TlsCredentials> files, BiConsumer<String, Object> put) {
    put.accept(at + "cert", file(files.map(TlsCredentials::cert)));
    put.accept(at + "key", file(files.map(TlsCredentials::key)));
  }

  private static String file(Optional<Path> file) {
    return file.map(Path::toString).orElse("");
  }
}
