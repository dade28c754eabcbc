package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.LineClient;
import io.ballast.process.Programs;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In front of real Redis servers, with clients told apart by their addresses. */
final class RedisIT {
  private static final int BIG = 64 << 20;
  private static final int SOURCES = 40;

  @TempDir private Path directory;
  private final List<RealServer> servers = new ArrayList<>();
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    Programs.assumeInstalled("redis-cli", "redis-tools");
    for (String name : List.of("r1", "r2", "r3")) {
      servers.add(RealServer.redis(directory, name));
    }
    proxy =
        Serving.start(
            directory,
            """
            clusters.cache.nodes {
              r1.address = "%s"
              r2.address = "%s"
              r3.address = "%s"
            }
            listeners.redis { cluster = cache, bind = "127.0.0.1:0" }
            listeners.unmoved { cluster = cache, bind = "127.0.0.1:0", move.mode = none }
            """
                .formatted(servers.stream().map(RealServer::address).toArray()));
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    for (RealServer server : servers) {
      server.close();
    }
  }

  private Spawned redisCli(String line) throws Exception {
    int port = proxy.listener("redis").getPort();
    Spawned shell = Programs.shell(directory, "redis='redis-cli -p '$1; " + line, port);
    assertThat(shell.err()).as(line).isEmpty();
    return shell;
  }

  private static String source(int client) {
    return "127.0.9." + (client + 1);
  }

  private String serverOf(String source) throws Exception {
    try (LineClient client = LineClient.connectFrom(source, proxy.listener("redis"))) {
      return client.askRedisForItsName();
    }
  }

  @Test
  void aClientAlwaysComesToTheSameServer() throws Exception {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < SOURCES; i++) {
      String owner = proxy.ask("LOOKUP " + source(i)).get(0);
      assertThat(serverOf(source(i))).isEqualTo(owner);
      assertThat(serverOf(source(i))).isEqualTo(owner);
      seen.add(owner);
    }
    assertThat(seen).containsExactlyInAnyOrder("r1", "r2", "r3");
    String owner = proxy.ask("LOOKUP 127.0.0.1").get(0);
    assertThat(redisCli("for i in 1 2 3 4 5; do $redis GET whoami; done").out())
        .hasSize(5)
        .containsOnly(owner);
  }

  @Test
  void aBigValueComesThroughWholeBothWays() throws Exception {
    byte[] value = new byte[BIG];
    new Random(64).nextBytes(value);
    Files.write(directory.resolve("value"), value);
    assertThat(redisCli("$redis -x SET big <value").out()).containsExactly("OK");
    assertThat(redisCli("$redis STRLEN big").out()).containsExactly(Integer.toString(BIG));
    List<String> sums =
        redisCli("$redis --raw GET big | head -c " + BIG + " | sha256sum; sha256sum <value").out();
    assertThat(sums).hasSize(2);
    assertThat(sums.get(0)).isEqualTo(sums.get(1));
  }

  @Test
  void pipelinedCommandsAreAllAnswered() throws Exception {
    String commands =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "SET key:" + i + " " + i + "\r\n")
            .collect(Collectors.joining());
    Files.writeString(directory.resolve("commands"), commands);
    assertThat(redisCli("$redis --pipe <commands").out()).contains("errors: 0, replies: 100000");
    assertThat(redisCli("$redis GET key:99999").out()).containsExactly("99999");
  }

  @Test
  void aDrainedNodeSendsItsSetsToTheOthers() throws Exception {
    String drained = proxy.ask("LOOKUP " + source(0)).get(0);
    try (LineClient old = LineClient.connectFrom(source(0), proxy.listener("redis"))) {
      assertThat(old.askRedisForItsName()).isEqualTo(drained);
      proxy.make("SETWEIGHT " + drained + " 0");
      assertThat(old.read()).as("the session ends in order").isNull();
    }
    for (int i = 0; i < SOURCES; i++) {
      assertThat(serverOf(source(i))).isNotEqualTo(drained);
    }
    assertThat(proxy.numbers("STATS")).containsEntry("closed-moved", 1);
    proxy.make("SETWEIGHT " + drained + " 100");
    assertThat(serverOf(source(0))).isEqualTo(drained);
    proxy.awaitSessions(0);
  }

  @Test
  void aSessionOfAListenerThatMovesNoneStaysOnADrainedNode() throws Exception {
    String drained = proxy.ask("LOOKUP " + source(0)).get(0);
    try (LineClient old = LineClient.connectFrom(source(0), proxy.listener("unmoved"))) {
      assertThat(old.askRedisForItsName()).isEqualTo(drained);
      proxy.make("SETWEIGHT " + drained + " 0");
      for (int i = 0; i < SOURCES; i++) {
        assertThat(serverOf(source(i))).isNotEqualTo(drained);
      }
      assertThat(old.askRedisForItsName()).isEqualTo(drained);
      assertThat(proxy.numbers("LOAD")).containsEntry(drained, 1);
      assertThat(proxy.numbers("WEIGHTS")).containsEntry(drained, 0);
    }
    proxy.awaitSessions(0);
  }
}
