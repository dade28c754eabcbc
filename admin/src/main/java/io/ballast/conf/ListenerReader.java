package io.ballast.conf;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.identity.CertificatePart;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.ProxyIdentity;
import io.ballast.relay.Bind;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.KeepaliveSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.MoveSettings;
import io.ballast.relay.ProxyProtocolSettings;
import io.ballast.relay.TimeoutSettings;
import java.util.Map;
import java.util.Set;

/** Reads {@code listeners.NAME}. */
final class ListenerReader {
  private static final HostPort NOWHERE = new HostPort("localhost", 0);
  private static final Form<IdentitySettings> IDENTITY =
      Form.choice(
          Map.of(
              "source-address",
              IdentitySettings.SourceAddress.DEFAULT,
              "source-endpoint",
              new IdentitySettings.SourceEndpoint(),
              "sni",
              new IdentitySettings.Sni(),
              "tls-client-cert",
              new IdentitySettings.TlsClientCert(CertificatePart.CN),
              "mqtt-client-id",
              new IdentitySettings.MqttClientId(),
              "postgres-user",
              IdentitySettings.PostgresUser.DEFAULT,
              "proxy-protocol",
              new IdentitySettings.ProxyProtocol(ProxyIdentity.ADDRESS)),
          " or an object such as { line = \"^HELLO (?P<id>\\\\S+)\" }");

  private final Form<String> cluster;
  private final Binds binds;
  private final Form<CongestionControl> congestionControl;
  private final TlsReader tls;

  /**
   * A reader of listeners.
   *
   * @param clusters the names of the clusters, one of which each listener fronts
   * @param binds the addresses that are taken
   * @param congestionControl reads what their clients' legs have
   * @param tls reads how they terminate TLS
   */
  ListenerReader(
      Set<String> clusters, Binds binds, Form<CongestionControl> congestionControl, TlsReader tls) {
    this.cluster = Form.nameOf("cluster", clusters, "add it to clusters");
    this.binds = binds;
    this.congestionControl = congestionControl;
    this.tls = tls;
  }

  ListenerSettings read(String name, Section section) {
    ListenerSettings defaults = ListenerSettings.of(name, "default", NOWHERE);
    return new ListenerSettings(
        name,
        section.require("cluster", cluster, "default"),
        bind(name, section),
        identity(section, defaults.identity()),
        section.get(
            "on-missing", Form.word(ListenerSettings.OnMissing.class), defaults.onMissing()),
        section.section(
            "proxy-protocol",
            defaults.proxyProtocol(),
            s -> proxyProtocol(s, defaults.proxyProtocol())),
        section.section("access", defaults.access(), s -> access(s, defaults.access())),
        section.section("limits", defaults.limits(), s -> limits(s, defaults.limits())),
        section.section("timeouts", defaults.timeouts(), s -> timeouts(s, defaults.timeouts())),
        section.section("keepalive", defaults.keepalive(), s -> keepalive(s, defaults.keepalive())),
        section.get("congestion-control", congestionControl, defaults.congestionControl()),
        section.section("move", defaults.move(), s -> move(s, defaults.move())),
        tls.listener(section));
  }

  private Bind bind(String name, Section section) {
    section.require("bind");
    return binds.listener(section, "listener " + name, NOWHERE);
  }

  private static IdentitySettings identity(Section section, IdentitySettings orElse) {
    return section.hasObject("identity")
        ? section.section("identity", orElse, IdentityReader::read)
        : section.get("identity", IDENTITY, orElse);
  }

  private static ProxyProtocolSettings proxyProtocol(Section s, ProxyProtocolSettings defaults) {
    return new ProxyProtocolSettings(
        s.list("accept-from", Form.parsed(Network::parse), defaults.acceptFrom()),
        s.get("send", Form.word(ProxyProtocolSettings.Send.class), defaults.send()));
  }

  private static AccessSettings access(Section s, AccessSettings defaults) {
    return new AccessSettings(
        s.list("allow", Form.parsed(Network::parse), defaults.allow()),
        s.list("deny", Form.parsed(Network::parse), defaults.deny()));
  }

  private static LimitSettings limits(Section s, LimitSettings defaults) {
    return new LimitSettings(
        s.get("sessions", Form.whole(), defaults.sessions()),
        s.get("per-source", Form.whole(), defaults.perSource()),
        s.get("new-per-second", Form.whole(), defaults.newPerSecond()),
        s.get("unidentified", Form.whole(), defaults.unidentified()),
        s.get("unidentified-per-source", Form.whole(), defaults.unidentifiedPerSource()));
  }

  private static TimeoutSettings timeouts(Section s, TimeoutSettings defaults) {
    return new TimeoutSettings(
        s.get("identify", Form.duration(), defaults.identify()),
        s.get("idle", Form.duration(), defaults.idle()),
        s.get("half-closed", Form.duration(), defaults.halfClosed()));
  }

  private static KeepaliveSettings keepalive(Section s, KeepaliveSettings defaults) {
    return new KeepaliveSettings(
        s.get("idle", Form.duration(), defaults.idle()),
        s.get("interval", Form.duration(), defaults.interval()),
        s.get("probes", Form.whole(), defaults.probes()));
  }

  private static MoveSettings move(Section s, MoveSettings defaults) {
    return new MoveSettings(
        s.get("mode", Form.word(MoveSettings.Mode.class), defaults.mode()),
        s.get("farewell", Form.text(), defaults.farewell()));
  }
}
