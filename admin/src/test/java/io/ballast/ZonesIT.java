package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ballast.process.LineClient;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five real servers in two zones and the default zone, and sets that name themselves in their first
 * line, which Redis takes for the command {@code ECHO}.
 */
final class ZonesIT {
  private static final int SETS_OF_A_ZONE = 120;
  private static final int FIRST_EXTENSION = 1001;
  private static final String CLUSTER =
      """
      clusters.phones {
        zones { "North America" {}, "Asia Pacific" {} }
        nodes {
          na-1 { address = "%s", zone = "North America", weight = 10 }
          na-2 { address = "%s", zone = "North America", weight = 10 }
          ap-1 { address = "%s", zone = "Asia Pacific", weight = 20 }
          ap-2 { address = "%s", zone = "Asia Pacific", weight = 10 }
          hub { address = "%s", weight = 1 }
        }
        affinity.rules = [
          { identity = "phone-na-.*", zone = "North America" }, { identity = "phone-ap-.*", zone = "Asia Pacific" }
        ]
        health { interval = 200ms, timeout = 5s }
      }
      listeners.sets {
        cluster = phones, bind = "127.0.0.1:0"
        identity { line = "^ECHO (?P<id>\\\\S+)" }
      }
      """;

  @TempDir private Path directory;
  private final Map<String, RealServer> servers = new LinkedHashMap<>();
  private final List<LineClient> clients = new ArrayList<>();
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    for (String name : List.of("na-1", "na-2", "ap-1", "ap-2", "hub")) {
      servers.put(name, RealServer.redis(directory, name));
    }
    proxy =
        Serving.start(
            directory,
            CLUSTER.formatted(servers.values().stream().map(RealServer::address).toArray()));
  }

  @AfterEach
  void end() throws Exception {
    disconnect();
    if (proxy != null) {
      proxy.close();
    }
    for (RealServer server : servers.values()) {
      server.close();
    }
  }

  /** Connects the sets of a zone, and counts by server where they are. */
  private Map<String, Integer> connect(String prefix) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < SETS_OF_A_ZONE; i++) {
      LineClient client = LineClient.connect(proxy.listener("sets"));
      clients.add(client);
      String set = prefix + (FIRST_EXTENSION + i);
      assertThat(client.ask("ECHO " + set)).isEqualTo("$" + set.length());
      assertThat(client.read()).isEqualTo(set);
      counts.merge(client.askRedisForItsName(), 1, Integer::sum);
    }
    return counts;
  }

  private void disconnect() throws IOException {
    for (LineClient client : clients) {
      client.close();
    }
    clients.clear();
  }

  @Test
  void sessionsAreSharedOutByTheWeightsOfTheirZone() throws Exception {
    Map<String, Integer> na = connect("phone-na-");
    Map<String, Integer> ap = connect("phone-ap-");
    Map<String, Integer> other = connect("phone-");
    // The ring's own error at these weights is some 10 %, and the choice of sets adds as much.
    assertThat(na).containsOnlyKeys("na-1", "na-2");
    assertThat(na.get("na-1")).isCloseTo(SETS_OF_A_ZONE / 2, within(SETS_OF_A_ZONE / 6));
    assertThat(ap).containsOnlyKeys("ap-1", "ap-2");
    assertThat(ap.get("ap-1")).isCloseTo(SETS_OF_A_ZONE * 2 / 3, within(SETS_OF_A_ZONE / 6));
    assertThat(other).containsOnly(Map.entry("hub", SETS_OF_A_ZONE));

    Map<String, Integer> load = proxy.numbers("LOAD");
    assertThat(load).containsAllEntriesOf(na).containsAllEntriesOf(ap).containsAllEntriesOf(other);
    assertThat(proxy.ask("ZONES").stream().filter(it -> it.endsWith(" " + SETS_OF_A_ZONE)))
        .hasSize(3);
  }

  @Test
  void aDeadZoneIsServedByItsBackupUntilItIsBack() throws Exception {
    Map<String, Integer> before = connect("phone-na-");
    servers.get("na-1").kill();
    servers.get("na-2").kill();
    proxy.awaitHealth("na-1", "down");
    proxy.awaitHealth("na-2", "down");
    disconnect();
    proxy.awaitSessions(0);

    assertThat(connect("phone-na-")).containsOnly(Map.entry("hub", SETS_OF_A_ZONE));
    assertThat(proxy.ask("SESSIONS SET phone-na-1007").get(1)).contains(" hub ", " backup ");
    assertThat(proxy.ofNode("hub", "guests")).isEqualTo(Integer.toString(SETS_OF_A_ZONE));
    disconnect();
    proxy.awaitSessions(0);

    servers.get("na-1").start();
    servers.get("na-2").start();
    proxy.awaitHealth("na-1", "up");
    proxy.awaitHealth("na-2", "up");
    assertThat(connect("phone-na-")).isEqualTo(before);

    for (String node : List.of("na-1", "na-2")) {
      assertThat(proxy.logged("node down: node=" + node + " "))
          .singleElement()
          .asString()
          .endsWith("reason=Connection refused");
      assertThat(proxy.logged("node up: node=" + node + " ")).hasSize(1);
    }
  }

  @Test
  void aSetIsPlacedInTheZoneThatItIsConfiguredForNow() throws Exception {
    try (LineClient client = LineClient.connect(proxy.listener("sets"))) {
      client.ask("ECHO lobby");
      assertThat(client.read()).isEqualTo("lobby");
      assertThat(client.askRedisForItsName()).isEqualTo("hub");
    }
    proxy.make("SETZONE lobby \"Asia Pacific\"");
    String owner = proxy.ask("LOOKUP lobby").get(0);
    assertThat(owner).startsWith("ap-");
    try (LineClient client = LineClient.connect(proxy.listener("sets"))) {
      client.ask("ECHO lobby");
      assertThat(client.read()).isEqualTo("lobby");
      assertThat(client.askRedisForItsName()).isEqualTo(owner);
    }
  }
}
