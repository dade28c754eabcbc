package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.ClusterPolicy;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Origin;
import io.ballast.cluster.Pin;
import io.ballast.cluster.ResolveSettings;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.health.HealthSettings;
import io.ballast.placement.BandSettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.CongestionControl;
import io.ballast.ring.RingSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterReaderTest {

  private static Outcome<ClusterPolicy> outcome(String keys) {
    return Reads.text(
        "ballast {\n" + keys + "\n}",
        s ->
            ClusterReader.read(
                "phones",
                s,
                Set.of("sets"),
                Form.parsed(CongestionControl::new),
                TlsReader.WITH_FILES));
  }

  private static ClusterPolicy cluster(String keys) {
    return Reads.accepted(outcome(keys));
  }

  private static List<String> problems(String keys) {
    return Reads.problems(outcome(keys));
  }

  @Test
  void anEmptyClusterHasTheDefaultsOfTheRecords() {
    assertThat(cluster(""))
        .usingRecursiveComparison()
        .isEqualTo(ClusterPolicy.of(ClusterSettings.of("phones", List.of())));
  }

  @Test
  void zonesHaveBackups() {
    assertThat(cluster("zones { asia { backup = \"North America\" }, \"North America\" {} }"))
        .extracting(policy -> policy.cluster().zones())
        .isEqualTo(List.of(new Zone("asia", "North America"), new Zone("North America")));
  }

  @Test
  void nodesHaveTheirKeys() {
    String keys =
        """
        zones.asia {}
        default-weight = 7
        nodes {
          a { address = "10.0.0.1:6801", zone = asia, weight = 3, max-sessions = 20 }
          b.address = "[2001:db8::1]:6801"
        }
        """;
    assertThat(cluster(keys).cluster().nodes())
        .containsExactly(
            new Node("a", new HostPort("10.0.0.1", 6801), "asia", 3, 20),
            new Node("b", new HostPort("2001:db8::1", 6801), "default", 7));
    assertThat(cluster(keys).cluster().defaultWeight()).isEqualTo(7);
  }

  @Test
  void affinityHasRulesSetsAndPins() {
    ClusterSettings cluster =
        cluster(
                """
                zones { asia {}, america {}, europe {} }
                affinity {
                  rules = [
                    { source = "203.0.113.0/24", zone = asia }
                    { identity = "08:00:0f:.*", listener = sets, zone = america }
                  ]
                  sets = { "lobby.phone" = europe }
                  pinned = [ "conference-1" ]
                  pinned-patterns = [ "room-.*" ]
                }
                """)
            .cluster();
    Origin asia = new Origin("sets", new InetSocketAddress("203.0.113.9", 1));
    Origin elsewhere = new Origin("sets", new InetSocketAddress("192.0.2.1", 1));
    Origin other = new Origin("others", new InetSocketAddress("192.0.2.1", 1));
    assertThat(cluster.affinity().zoneOf(SetId.of("x"), asia)).isEqualTo("asia");
    assertThat(cluster.affinity().zoneOf(SetId.of("08:00:0f:1"), elsewhere)).isEqualTo("america");
    assertThat(cluster.affinity().zoneOf(SetId.of("08:00:0f:1"), other)).isEqualTo("default");
    assertThat(cluster.affinity().zoneOf(SetId.of("lobby.phone"), asia)).isEqualTo("europe");
    assertThat(cluster.pins())
        .isEqualTo(Map.of(SetId.of("conference-1"), new Pin(Optional.empty())));
    assertThat(cluster.affinity().pinning(SetId.of("room-7"))).contains("room-.*");
    assertThat(cluster.affinity().pinning(SetId.of("conference-1"))).isEmpty();
  }

  @Test
  void placementAndRingHaveTheirKeys() {
    ClusterPolicy policy =
        cluster(
            """
            placement { bound = off, attempts = 2 }
            balance { enter = 0.5, leave = 0.25 }
            ring { points-per-weight = 64, max-points = 1000 }
            """);
    assertThat(policy.placement())
        .isEqualTo(new PlacementSettings(false, 2, new BandSettings(0.5, 0.25)));
    assertThat(policy.cluster().ring()).isEqualTo(new RingSettings(64, 1000));
  }

  @Test
  void healthConnectAndResolveHaveTheirKeys() {
    ClusterPolicy policy =
        cluster(
            """
            health { interval = 5s, rise = 6, fall = 7, timeout = 8s }
            connect { source = ["127.0.0.2", "::1"], timeout = 9s, congestion-control = dctcp }
            resolve = 1m
            """);
    assertThat(policy.health())
        .isEqualTo(new HealthSettings(Duration.ofSeconds(5), 6, 7, Duration.ofSeconds(8)));
    assertThat(policy.connect().source())
        .extracting(InetAddress::getHostAddress)
        .containsExactly("127.0.0.2", "0:0:0:0:0:0:0:1");
    assertThat(policy.connect().timeout()).isEqualTo(Duration.ofSeconds(9));
    assertThat(policy.connect().congestionControl()).isEqualTo(new CongestionControl("dctcp"));
    assertThat(policy.resolve()).isEqualTo(new ResolveSettings(Duration.ofMinutes(1)));
  }

  @Test
  void everyRuleOfHealthConnectAndResolveIsReportedAtItsKey() {
    Reads.assertStarts(
        problems(
            """
            health {
              interval = 1ms
              rise = 0
              fall = 101
              timeout = 0s
            }
            connect {
              source = ["localhost", "10.0.0.0/8"]
              timeout = 1h
              congestion-control = ""
            }
            resolve = 0s
            """),
        """
        x.conf:3: health.interval = 1ms: it is
        x.conf:4: health.rise = 0: a node changes
        x.conf:5: health.fall = 101: a node changes
        x.conf:6: health.timeout = 0s: it is
        x.conf:9: connect.source[0] = localhost: an address of this host in numbers
        x.conf:9: connect.source[1] = 10.0.0.0/8: an address of this host in numbers
        x.conf:10: connect.timeout = 1h: the time to connect
        x.conf:11: connect.congestion-control = "": an algorithm's name
        x.conf:13: resolve = 0s: names are resolved again
        """);
  }

  @Test
  void everyRuleIsReportedAtItsKey() {
    List<String> problems =
        problems(
            """
                zones {
                  asia { backup = europe }
                  self { backup = self }
                }
                default-weight = -1
                nodes {
                  a { weight = 1 }
                  b { address = "10.0.0.1:0" }
                  c { address = "10.0.0.1", weight = 1.5 }
                  d {
                    address = "10.0.0.1:1"
                    zone = aisa
                    max-sessions = -1
                  }
                }
                affinity {
                  rules = [
                    { zone = asia }
                    { source = "203.0.113.7/24", zone = nowhere }
                    { identity = "(", listener = lists, zone = asia }
                  ]
                  sets { lobby.phone = asia, x = nowhere }
                  pinned = [ "" ]
                }
                placement.attempts = 0
                balance {
                  enter = 2
                  leave = 0.9
                }
                ring.points-per-weight = 0
                """);
    Reads.assertStarts(
        problems,
        """
        x.conf:3: zones.asia.backup = europe: there is no such zone; add it to zones, or choose one of asia, self, default
        x.conf:4: zones.self.backup = self: a zone cannot back itself up
        x.conf:6: default-weight = -1: a weight is 0 or more
        x.conf:8: nodes.a.address: missing
        x.conf:9: nodes.b.address = 10.0.0.1:0: a node has a port
        x.conf:10: nodes.c.address = 10.0.0.1: an address is host:port
        x.conf:10: nodes.c.weight = 1.5: a whole number
        x.conf:13: nodes.d.zone = aisa: there is no such zone
        x.conf:14: nodes.d.max-sessions = -1: a limit is 0
        x.conf:19: affinity.rules[0]: rule for zone asia: a rule has at least one
        x.conf:20: affinity.rules[1].source = 203.0.113.7/24: bits behind
        x.conf:20: affinity.rules[1].zone = nowhere: there is no
        x.conf:21: affinity.rules[2].identity = "(": this is no pattern
        x.conf:21: affinity.rules[2].listener = lists: there is no such listener; add it to listeners, or choose one of sets
        x.conf:23: affinity.sets.lobby = {...}: a single value
        x.conf:23: affinity.sets.x = nowhere: there is no such
        x.conf:24: affinity.pinned[0] = "": identity of 0 bytes
        x.conf:26: placement.attempts = 0: a session tries
        x.conf:28: balance.enter = 2: a part of the target
        x.conf:29: balance.leave = 0.9: a part of the target
        x.conf:31: ring.points-per-weight = 0: it is 1 to
        """);
  }

  @Test
  void aRingWithTooManyPointsIsReported() {
    assertThat(
            problems(
                """
                nodes {
                  a { address = "10.0.0.1:1", weight = 20000 }
                  b { address = "10.0.0.2:1", weight = 20000 }
                }
                """))
        .singleElement()
        .asString()
        .startsWith("x.conf:1: ballast: the weights add up to 40000, which is 5120000 points");
  }
}
