package io.ballast.conf;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import io.ballast.http.HttpSettings;
import io.ballast.telnet.TelnetSettings;
import java.util.Optional;

/** Reads {@code admin}: what the operator's channels listen on, and what protects them. */
final class AdminReader {
  private static final Secret REPORTED = Secret.of("reported");

  private AdminReader() {}

  static AdminSettings read(Section section, Binds binds) {
    Optional<Secret> secret = section.secret("secret", Form.parsed(Secret::of));
    Optional<Secret> orReported = section.isBroken("secret") ? Optional.of(REPORTED) : secret;
    return new AdminSettings(
        section.section("telnet", TelnetSettings.defaults(), s -> telnet(s, orReported, binds)),
        section.section("http", HttpSettings.defaults(), s -> http(s, orReported, binds)));
  }

  private static TelnetSettings telnet(Section s, Optional<Secret> secret, Binds binds) {
    TelnetSettings defaults = TelnetSettings.defaults();
    HostPort bind = binds.read(s, "the telnet channel", defaults.bind());
    return new TelnetSettings(
        bind,
        secret,
        s.get("idle", Form.duration(), defaults.idle()),
        s.get("max-connections", Form.whole(), defaults.maxConnections()));
  }

  private static HttpSettings http(Section s, Optional<Secret> secret, Binds binds) {
    HttpSettings defaults = HttpSettings.defaults();
    HostPort bind = binds.read(s, "the admin HTTP address", defaults.bind());
    return new HttpSettings(
        bind,
        secret,
        s.get("idle", Form.duration(), defaults.idle()),
        s.get("max-connections", Form.whole(), defaults.maxConnections()));
  }
}
