package io.ballast.conf;

import static io.ballast.identity.PostgresEncryption.PASS_ON;
import static io.ballast.identity.PostgresEncryption.REFUSE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.ProxyIdentity;
import io.ballast.relay.Bind;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.KeepaliveSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.MoveSettings;
import io.ballast.relay.ProxyProtocolSettings;
import io.ballast.relay.TimeoutSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListenerReaderTest {
  private static final String TRUSTED = "proxy-protocol.accept-from = [\"10.0.0.0/8\"]\n";

  private static Outcome<Map<String, ListenerSettings>> outcome(String listeners) {
    ListenerReader reader = Reads.listenerReader();
    return Reads.text(
        "ballast.listeners {\n" + listeners + "\n}", s -> s.named("listeners", reader::read));
  }

  private static ListenerSettings listener(String keys) {
    return Reads.accepted(outcome("a {\n cluster = phones\n bind = \"127.0.0.1:0\"\n" + keys + "}"))
        .get("a");
  }

  private static List<String> problems(String listeners) {
    return Reads.problems(outcome(listeners));
  }

  @Test
  void aListenerHasTheDefaultsOfTheRecords() {
    assertThat(listener(""))
        .isEqualTo(ListenerSettings.of("a", "phones", new HostPort("127.0.0.1", 0)));
  }

  @Test
  void everyKeyIsTaken() {
    assertThat(
            listener(
                """
                identity = source-endpoint
                on-missing = reject
                proxy-protocol { accept-from = ["10.0.0.0/8", "::1"], send = v2 }
                access { allow = ["192.0.2.0/24"], deny = ["192.0.2.1"] }
                limits {
                  sessions = 1, per-source = 2, new-per-second = 3
                  unidentified = 4, unidentified-per-source = 5
                }
                timeouts { identify = 4s, idle = 5s, half-closed = 6s }
                keepalive { idle = 7s, interval = 8s, probes = 9 }
                congestion-control = bbr3_x-1
                move { mode = none, farewell = "e0 00" }
                """))
        .isEqualTo(
            new ListenerSettings(
                "a",
                "phones",
                new Bind.Address(new HostPort("127.0.0.1", 0)),
                new IdentitySettings.SourceEndpoint(),
                ListenerSettings.OnMissing.REJECT,
                new ProxyProtocolSettings(
                    List.of(Network.parse("10.0.0.0/8"), Network.parse("::1")),
                    ProxyProtocolSettings.Send.V2),
                new AccessSettings(
                    List.of(Network.parse("192.0.2.0/24")), List.of(Network.parse("192.0.2.1"))),
                new LimitSettings(1, 2, 3, 4, 5),
                new TimeoutSettings(
                    Duration.ofSeconds(4), Duration.ofSeconds(5), Duration.ofSeconds(6)),
                new KeepaliveSettings(Duration.ofSeconds(7), Duration.ofSeconds(8), 9),
                new CongestionControl("bbr3_x-1"),
                new MoveSettings(MoveSettings.Mode.NONE, "e0 00"),
                Optional.empty()));
  }

  @Test
  void anIdentityMayBeAPartOfALine() {
    assertThat(listener("identity { line = \"^HELLO (?P<id>\\\\S+)\" }").identity())
        .isEqualTo(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"));
  }

  @Test
  void anIdentityMayBeOneOfTheWords() {
    assertThat(listener("identity = sni").identity()).isEqualTo(new IdentitySettings.Sni());
    assertThat(listener("identity = mqtt-client-id").identity())
        .isEqualTo(new IdentitySettings.MqttClientId());
    assertThat(listener("identity = postgres-user").identity())
        .isEqualTo(new IdentitySettings.PostgresUser(REFUSE, REFUSE));
    assertThat(listener("identity = source-address").identity())
        .isEqualTo(new IdentitySettings.SourceAddress(32, 64));
    assertThat(listener(TRUSTED + "identity = proxy-protocol").identity())
        .isEqualTo(new IdentitySettings.ProxyProtocol(ProxyIdentity.ADDRESS));
  }

  @Test
  void anIdentityMayHaveKeysOfItsOwn() {
    assertThat(listener("identity.postgres-user { ssl = pass-on }").identity())
        .isEqualTo(new IdentitySettings.PostgresUser(PASS_ON, REFUSE));
    assertThat(listener("identity.source-address { v4 = 24, v6 = 48 }").identity())
        .isEqualTo(new IdentitySettings.SourceAddress(24, 48));
    assertThat(listener(TRUSTED + "identity.proxy-protocol = client-cn").identity())
        .isEqualTo(new IdentitySettings.ProxyProtocol(ProxyIdentity.CLIENT_CN));
  }

  @Test
  void anIdentityHasOneSource() {
    List<String> problems =
        problems(
            """
            a {
              cluster = phones, bind = "127.0.0.1:0"
              identity { line = "(?P<id>.+)", source-address { v4 = 8 } }
            }
            b {
              cluster = phones, bind = "127.0.0.1:0"
              identity { source-address { v4 = 33, v6 = 0 } }
            }
            c { cluster = phones, bind = "127.0.0.1:0", identity.proxy-protocol = certificate }
            d { cluster = phones, bind = "127.0.0.1:0", identity = proxy-protocol }
            e { cluster = phones, bind = "127.0.0.1:0", identity {} }
            """);
    assertThat(problems).hasSize(6);
    assertThat(problems.get(0)).startsWith("x.conf:4: listeners.a.identity").contains("one source");
    assertThat(problems.get(1)).startsWith("x.conf:8: listeners.b.identity.source-address.v4 = 33");
    assertThat(problems.get(2)).startsWith("x.conf:8: listeners.b.identity.source-address.v6 = 0");
    assertThat(problems.get(3)).contains("identity.proxy-protocol = certificate: it is one of");
    assertThat(problems.get(4)).contains("listeners.d.identity = proxy-protocol: no sender");
    assertThat(problems.get(5)).contains("listeners.e.identity.line: missing");
  }

  @Test
  void everyRuleIsReportedAtItsKey() {
    List<String> problems =
        problems(
            """
                a {
                  cluster = fones
                  identity = source-adress
                  on-missing = close
                  limits { sessions = -1, per-source = -1 }
                  timeouts {
                    identify = 0s
                    half-closed = 60
                  }
                  keepalive.idle = 1500ms
                  keepalive.probes = 0
                  congestion-control = CUBIC
                  move { mode = handover, farewell = xx }
                }
                b {
                  cluster = phones
                  bind = "*:6800"
                  identity {
                    line = "^HELLO (\\\\S+)"
                    lines = 1
                  }
                }
                """);
    Reads.assertStarts(
        problems,
        """
        x.conf:2: listeners.a.bind: missing
        x.conf:3: listeners.a.cluster = fones: there is no
        x.conf:4: listeners.a.identity = source-adress: it is one of
        x.conf:5: listeners.a.on-missing = close: it is one of
        x.conf:6: listeners.a.limits.per-source = -1: a limit
        x.conf:6: listeners.a.limits.sessions = -1: a limit
        x.conf:8: listeners.a.timeouts.identify = 0s: the time
        x.conf:9: listeners.a.timeouts.half-closed = 60: a time
        x.conf:11: listeners.a.keepalive.idle = 1500ms: the sys
        x.conf:12: listeners.a.keepalive.probes = 0: the probes
        x.conf:13: listeners.a.congestion-control = CUBIC: an al
        x.conf:14: listeners.a.move.farewell = xx: bytes are
        x.conf:14: listeners.a.move.mode = handover: it is one
        x.conf:18: listeners.b.bind = "*:6800": write 0.0.0.0
        x.conf:20: listeners.b.identity.line =
        x.conf:21: listeners.b.identity.lines: unknown key; did you
        """);
  }

  private static String bound(String name, String address) {
    return name + " { cluster = phones, bind = \"" + address + "\" }\n";
  }

  @Test
  void oneAddressIsBoundOnce() {
    assertThat(problems(bound("a", "127.0.0.1:6800") + bound("b", "localhost:6800")))
        .containsExactly(
            "x.conf:3: listeners.b.bind = localhost:6800: listener a listens on 127.0.0.1:6800;"
                + " choose another port for one");
    assertThat(problems(bound("a", "[::1]:6800") + bound("b", "[0:0::1]:6800"))).hasSize(1);
  }

  @Test
  void socketThatIsPassedIsNamedInsteadOfAnAddress() {
    assertThat(problems(bound("a", "fd@sets") + bound("b", "fd@3"))).isEmpty();
    assertThat(problems(bound("a", "fd@sets") + bound("b", "fd@sets")))
        .containsExactly(
            "x.conf:3: listeners.b.bind = \"fd@sets\": listener a listens on fd@sets;"
                + " give each a socket of its own");
    assertThat(problems(bound("a", "fd@"))).singleElement().asString().contains("such as fd@sets");
  }

  @Test
  void aWildcardAddressIsInTheWayOfEveryOther() {
    assertThat(problems(bound("a", "127.0.0.1:6800") + bound("b", "0.0.0.0:6800"))).hasSize(1);
    assertThat(problems(bound("a", "[::]:6800") + bound("b", "10.0.0.1:6800"))).hasSize(1);
  }

  @Test
  void otherAddressesPortsAndFreePortsAreNotInTheWay() {
    assertThat(problems(bound("a", "127.0.0.1:6800") + bound("b", "127.0.0.2:6800"))).isEmpty();
    assertThat(problems(bound("a", "127.0.0.1:6800") + bound("b", "127.0.0.1:6801"))).isEmpty();
    assertThat(problems(bound("a", "127.0.0.1:0") + bound("b", "127.0.0.1:0"))).isEmpty();
  }
}
