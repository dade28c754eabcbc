package io.ballast;

import io.ballast.access.LimitSettings;
import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.PaceSettings;
import io.ballast.conf.Configuration;
import io.ballast.health.HealthSettings;
import io.ballast.http.HttpSettings;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.BandSettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.KeepaliveSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.TimeoutSettings;
import io.ballast.store.ConfigText;
import io.ballast.telnet.TelnetSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The settings of a process as {@code key = value} lines, in the words of the configuration file
 * and without secrets: all but the values of clusters that change at run time.
 */
final class SettingsInForce {
  private final List<String> lines = new ArrayList<>();

  private SettingsInForce() {}

  /** The lines of a configuration, with the defaults that it does not write. */
  static List<String> of(Configuration configuration) {
    List<String> lines = new ArrayList<>();
    configuration.proxy().clusters().forEach(policy -> lines.addAll(of(policy)));
    configuration.proxy().listeners().forEach(listener -> lines.addAll(of(listener)));
    lines.addAll(ofProcess(configuration));
    return lines;
  }

  /** The lines of a cluster. */
  static List<String> of(ClusterPolicy policy) {
    SettingsInForce text = new SettingsInForce();
    text.cluster(policy);
    return text.lines;
  }

  /** The lines of a listener. */
  static List<String> of(ListenerSettings listener) {
    SettingsInForce text = new SettingsInForce();
    text.listener(listener);
    return text.lines;
  }

  /** The lines of what holds from the start of the process to its end. */
  static List<String> ofProcess(Configuration configuration) {
    SettingsInForce text = new SettingsInForce();
    text.put("loops.threads", configuration.proxy().loops().threads());
    text.put("loops.transport", word(configuration.proxy().loops().transport()));
    text.telnet(configuration.telnet());
    text.http(configuration.http());
    text.put("store.file", configuration.store().file().map(Path::toString).orElse(""));
    text.put("session-log.lines", word(configuration.sessionLog().lines()));
    text.put("session-log.queue", configuration.sessionLog().queue());
    return text.lines;
  }

  private void cluster(ClusterPolicy policy) {
    String at = "clusters." + ConfigText.key(policy.cluster().name()) + ".";
    put(at + "default-weight", policy.cluster().defaultWeight());
    put(at + "ring.points-per-weight", policy.cluster().ring().pointsPerWeight());
    put(at + "ring.max-points", policy.cluster().ring().maxPoints());
    PlacementSettings placement = policy.placement();
    put(at + "placement.bound", placement.bound() ? "on" : "off");
    put(at + "placement.attempts", placement.attempts());
    BandSettings band = placement.band();
    put(at + "balance.enter", band.enter());
    put(at + "balance.leave", band.leave());
    balance(at + "balance.", policy.balance());
    HealthSettings health = policy.health();
    put(at + "health.interval", text(health.interval()));
    put(at + "health.rise", health.rise());
    put(at + "health.fall", health.fall());
    put(at + "health.timeout", text(health.timeout()));
    ConnectSettings connect = policy.connect();
    put(
        at + "connect.source",
        connect.source().stream().map(address -> address.getHostAddress()).toList());
    put(at + "connect.timeout", text(connect.timeout()));
    put(at + "connect.failover-rate", connect.failoverRatePerSecond());
    put(at + "connect.congestion-control", connect.congestionControl());
    put(at + "resolve", text(policy.resolve().interval()));
    TlsInForce.nodes(at + "connect.tls.", connect.tls(), this::put);
  }

  private void balance(String at, BalanceSettings balance) {
    put(at + "mode", word(balance.mode()));
    put(at + "on-down", word(balance.onDown()));
    DampingSettings damping = balance.damping();
    put(at + "dwell", text(damping.dwell()));
    put(at + "residency", text(damping.residency()));
    put(at + "cool-down", text(damping.coolDown()));
    put(at + "override", text(damping.override()));
    put(at + "hold", text(damping.hold()));
    put(at + "hold-max", text(damping.holdMax()));
    put(at + "settle", text(damping.settle()));
    put(at + "settle-max", text(damping.settleMax()));
    put(at + "crowd", damping.crowd());
    PaceSettings pace = balance.pace();
    put(at + "tick", text(pace.tick()));
    put(at + "rate", pace.ratePerSecond());
    put(at + "node-rate", pace.nodeRatePerSecond());
    put(at + "quiet", text(pace.quiet()));
    put(at + "patience", pace.patience().map(SettingsInForce::text).orElse("never"));
    put(at + "return-window", text(pace.returnWindow()));
    put(at + "brake", pace.brake() ? "on" : "off");
  }

  private void listener(ListenerSettings listener) {
    String at = "listeners." + ConfigText.key(listener.name()) + ".";
    put(at + "cluster", listener.cluster());
    put(at + "bind", listener.bind());
    identity(at + "identity", listener.identity());
    put(at + "on-missing", listener.onMissing().word());
    put(at + "proxy-protocol.accept-from", listener.proxyProtocol().acceptFrom());
    put(at + "proxy-protocol.send", word(listener.proxyProtocol().send()));
    put(at + "access.allow", listener.access().allow());
    put(at + "access.deny", listener.access().deny());
    LimitSettings limits = listener.limits();
    put(at + "limits.sessions", limits.sessions());
    put(at + "limits.per-source", limits.perSource());
    put(at + "limits.new-per-second", limits.newPerSecond());
    put(at + "limits.unidentified", limits.unidentified());
    put(at + "limits.unidentified-per-source", limits.unidentifiedPerSource());
    TimeoutSettings timeouts = listener.timeouts();
    put(at + "timeouts.identify", text(timeouts.identify()));
    put(at + "timeouts.idle", text(timeouts.idle()));
    put(at + "timeouts.half-closed", text(timeouts.halfClosed()));
    KeepaliveSettings keepalive = listener.keepalive();
    put(at + "keepalive.idle", text(keepalive.idle()));
    put(at + "keepalive.interval", text(keepalive.interval()));
    put(at + "keepalive.probes", keepalive.probes());
    put(at + "congestion-control", listener.congestionControl());
    put(at + "move.mode", word(listener.move().mode()));
    put(at + "move.farewell", listener.move().farewell());
    TlsInForce.listener(at + "tls.", listener.tls(), this::put);
  }

  private void identity(String at, IdentitySettings identity) {
    if (identity instanceof IdentitySettings.SourceAddress address) {
      put(at + ".source-address.v4", address.v4());
      put(at + ".source-address.v6", address.v6());
    } else if (identity instanceof IdentitySettings.SourceEndpoint) {
      put(at, "source-endpoint");
    } else if (identity instanceof IdentitySettings.Sni) {
      put(at, "sni");
    } else if (identity instanceof IdentitySettings.MqttClientId) {
      put(at, "mqtt-client-id");
    } else if (identity instanceof IdentitySettings.PostgresUser postgres) {
      put(at + ".postgres-user.ssl", word(postgres.ssl()));
      put(at + ".postgres-user.gss", word(postgres.gss()));
    } else if (identity instanceof IdentitySettings.TlsClientCert certificate) {
      put(at + ".tls-client-cert", certificate.part().word());
    } else if (identity instanceof IdentitySettings.ProxyProtocol header) {
      put(at + ".proxy-protocol", word(header.part()));
    } else if (identity instanceof IdentitySettings.Line line) {
      put(at + ".line", line.pattern());
    }
  }

  private void telnet(TelnetSettings telnet) {
    lines.add("admin.secret = " + (telnet.secret().isPresent() ? "(set)" : "(none)"));
    put("admin.telnet.bind", telnet.bind());
    put("admin.telnet.idle", text(telnet.idle()));
    put("admin.telnet.max-connections", telnet.maxConnections());
  }

  private void http(HttpSettings http) {
    put("admin.http.bind", http.bind());
    put("admin.http.idle", text(http.idle()));
    put("admin.http.max-connections", http.maxConnections());
  }

  private void put(String key, Object value) {
    lines.add(key + " = " + text(value));
  }

  private static String text(Object value) {
    if (value instanceof Collection<?> values) {
      return values.stream().map(SettingsInForce::text).collect(Collectors.joining(", ", "[", "]"));
    }
    return value instanceof Number ? value.toString() : ConfigText.value(value.toString());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
