package io.ballast.conf;

import io.ballast.relay.tls.ClientCertificates;
import io.ballast.relay.tls.KeyMatch;
import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.relay.tls.PemFile;
import io.ballast.relay.tls.TlsCredentials;
import io.ballast.relay.tls.TlsVersion;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads {@code tls} of a listener and of a cluster's connects. What is wrong with a file that it
 * names is a problem of the key that names it.
 */
enum TlsReader {
  /** Looks into the files. */
  WITH_FILES,
  /** Leaves the files alone, which need not be there. */
  WITHOUT_FILES;

  private static final String TLS = "tls";
  private static final Path REPORTED = Path.of("reported");
  private static final Form<TlsVersion> VERSION =
      Form.choice(Map.of("1.2", TlsVersion.V1_2, "1.3", TlsVersion.V1_3), "");
  private static final Form<Optional<Path>> FILE =
      Form.parsed(text -> text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text)));

  /** How a listener terminates TLS, if it does. */
  Optional<ListenerTlsSettings> listener(Section section) {
    return isThere(section)
        ? section.section(TLS, Optional.empty(), this::readListener)
        : Optional.empty();
  }

  /** How TLS is spoken with nodes, if it is. */
  Optional<NodeTlsSettings> nodes(Section section) {
    return isThere(section)
        ? section.section(TLS, Optional.empty(), this::readNodes)
        : Optional.empty();
  }

  private static boolean isThere(Section section) {
    return section.find(TLS, value -> value).isPresent();
  }

  private Optional<ListenerTlsSettings> readListener(Section s) {
    boolean enabled = s.get("enabled", Form.flag(), true);
    if (enabled) {
      s.require("cert");
      s.require("key");
    }
    Optional<Path> cert = certificates(s, "cert", enabled);
    Optional<Path> key = key(s, cert, enabled);
    Optional<Path> ca = certificates(s, "client-ca", enabled);
    ClientCertificates clients =
        s.get("client-certs", Form.word(ClientCertificates.class), ClientCertificates.NONE);
    if (s.isBroken("client-ca") || s.isBroken("client-certs")) {
      ca = Optional.of(REPORTED);
      clients = ClientCertificates.OPTIONAL;
    }
    TlsVersion version = s.get("min-version", VERSION, TlsVersion.V1_2);
    ListenerTlsSettings settings =
        new ListenerTlsSettings(
            new TlsCredentials(cert.orElse(REPORTED), key.orElse(REPORTED)), clients, ca, version);
    return enabled ? Optional.of(settings) : Optional.empty();
  }

  private Optional<NodeTlsSettings> readNodes(Section s) {
    boolean enabled = s.get("enabled", Form.flag(), true);
    Optional<Path> cert = certificates(s, "cert", enabled);
    Optional<Path> key = key(s, cert, enabled);
    boolean broken = s.isBroken("cert") || s.isBroken("key");
    if (cert.isPresent() != key.isPresent() && !broken) {
      throw new IllegalArgumentException(
          cert.map(file -> "cert = " + file).orElseGet(() -> "key = " + key.orElseThrow())
              + ": a certificate and its key go together; name both files, or none");
    }
    NodeTlsSettings defaults = NodeTlsSettings.DEFAULT;
    Form<Optional<String>> serverName =
        Form.parsed(text -> text.isEmpty() ? Optional.empty() : Optional.of(text));
    NodeTlsSettings settings =
        new NodeTlsSettings(
            certificates(s, "ca", enabled),
            s.get("verify", Form.flag(), defaults.verify()),
            s.get("server-name", serverName, defaults.serverName()),
            broken
                ? Optional.empty()
                : cert.map(file -> new TlsCredentials(file, key.orElseThrow())),
            s.get("min-version", VERSION, defaults.minVersion()));
    return enabled ? Optional.of(settings) : Optional.empty();
  }

  private Optional<Path> certificates(Section s, String key, boolean enabled) {
    return s.get(key, checked(enabled, PemFile::certificates), Optional.empty());
  }

  /** A key is compared with its certificate only if that can be read. */
  private Optional<Path> key(Section s, Optional<Path> cert, boolean enabled) {
    return s.get(
        "key",
        checked(
            enabled,
            file -> {
              PrivateKey key = PemFile.privateKey(file);
              cert.ifPresent(it -> KeyMatch.check(key, PemFile.certificates(it).get(0)));
            }),
        Optional.empty());
  }

  private Form<Optional<Path>> checked(boolean enabled, Consumer<Path> check) {
    return Form.checked(
        FILE,
        file -> {
          if (enabled && this == WITH_FILES) {
            file.ifPresent(check);
          }
          return file;
        });
  }
}
