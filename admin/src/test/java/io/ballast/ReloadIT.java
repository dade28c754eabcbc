package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a running process is edited, and read again by SIGHUP or RELOAD. */
final class ReloadIT {
  @TempDir private Path directory;
  private final List<TestSocket> clients = new ArrayList<>();
  private TestServer a;
  private TestServer b;
  private Serving proxy;

  @BeforeEach
  void open() throws IOException {
    a = TestServer.echo();
    b = TestServer.echo();
  }

  @AfterEach
  void close() throws IOException {
    try {
      if (proxy != null) {
        proxy.close();
      }
    } finally {
      for (TestSocket client : clients) {
        client.close();
      }
      a.close();
      b.close();
    }
  }

  private String body(int weightOfA, String rest) {
    return """
        clusters.c {
          nodes.a { address = "127.0.0.1:%d", weight = %d }
          health.interval = 1h
        }
        listeners.l { cluster = c, bind = "127.0.0.1:0", identity = source-endpoint }
        store.file = "state/s"
        %s
        """
        .formatted(a.port(), weightOfA, rest);
  }

  private String nodeB(int weight) {
    return "clusters.c.nodes.b { address = \"127.0.0.1:%d\", weight = %d }"
        .formatted(b.port(), weight);
  }

  private void start(String body) throws IOException {
    proxy = Serving.start(directory, body);
  }

  /** Puts another file in the place of the configuration, as an editor does. */
  private void edit(String body) throws IOException {
    Path edited = directory.resolve("edited");
    Files.writeString(edited, Serving.configuration(body));
    Files.move(edited, directory.resolve("ballast.conf"), StandardCopyOption.ATOMIC_MOVE);
  }

  private TestSocket connect() throws IOException {
    TestSocket client = TestSocket.connect(proxy.listener("l"));
    clients.add(client);
    assertThat(client.send("ping").readText(4)).isEqualTo("ping");
    return client;
  }

  private static void assertLives(TestSocket client) throws IOException {
    assertThat(client.send("still").readText(5)).isEqualTo("still");
  }

  private void awaitLogged(String text) {
    await(text).atMost(Spawned.PATIENCE).until(() -> !proxy.logged(text).isEmpty());
  }

  @Test
  void hangUpAppliesTheEditedFileAndSessionsGoOn() throws Exception {
    start(body(10, nodeB(10)));
    TestSocket live = connect();
    edit(body(10, nodeB(10) + "\nclusters.c.balance.rate = 7\nlisteners.l.limits.sessions = 9"));
    proxy.process().signal("HUP");
    awaitLogged("reloaded: by=SIGHUP 2 changes");
    assertThat(proxy.logged("reload: clusters.c.balance.rate: 100 -> 7")).hasSize(1);
    assertThat(proxy.ask("CONFIG"))
        .contains("clusters.c.balance.rate = 7", "listeners.l.limits.sessions = 9");
    assertLives(live);
  }

  @Test
  void invalidFileChangesNothingAndSaysWhatIsWrong() throws Exception {
    start(body(10, nodeB(10)));
    TestSocket live = connect();
    edit(body(-1, nodeB(20) + "\ncolour = red"));
    proxy.process().signal("HUP");
    awaitLogged("reload refused: by=SIGHUP");
    List<String> reply = proxy.ask("RELOAD");
    assertThat(reply)
        .hasSize(3)
        .anyMatch(line -> line.matches("ballast.conf:[0-9]+: clusters.c.nodes.a.weight = -1: .*"))
        .anyMatch(line -> line.matches("ballast.conf:[0-9]+: colour: unknown key.*"))
        .endsWith("ERR failed 2 problems in the file; nothing was changed");
    assertThat(proxy.numbers("WEIGHTS")).isEqualTo(Map.of("a", 10, "b", 10));
    assertLives(live);
  }

  @Test
  void nodeThatIsNotInTheFileAnyMoreIsEmptiedAndRemoved() throws Exception {
    start(body(1, nodeB(1) + "\nclusters.c.balance { quiet = 0s, tick = 100ms }"));
    for (int i = 0; i < 20; i++) {
      connect();
    }
    assertThat(b.live()).isPositive();
    int onA = a.live();
    edit(body(1, "clusters.c.balance { quiet = 0s, tick = 100ms }"));
    assertThat(proxy.ask("RELOAD"))
        .containsExactly("node c/b: removed when its last session has left it", "OK 1 change");
    await("node b is empty").atMost(Spawned.PATIENCE).until(() -> b.live() == 0);
    await("node b is removed")
        .atMost(Spawned.PATIENCE)
        .until(() -> proxy.numbers("WEIGHTS").equals(Map.of("a", 1)));
    assertThat(a.live()).isEqualTo(onA);
    awaitLogged("node c/b: removed");
  }

  @Test
  void addedListenerAcceptsAndARemovedOneDoesNot() throws Exception {
    start(body(10, ""));
    edit(body(10, "listeners.more { cluster = c, bind = \"127.0.0.1:0\" }"));
    assertThat(proxy.ask("RELOAD"))
        .containsExactly("listener more: added on 127.0.0.1:0 for cluster c", "OK 1 change");
    String line = proxy.logged("listener more: accepting on").get(0);
    int port = Integer.parseInt(line.replaceAll(".*accepting on 127.0.0.1:([0-9]+) .*", "$1"));
    InetSocketAddress more = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    TestSocket live = TestSocket.connect(more);
    clients.add(live);
    assertLives(live);
    edit(body(10, ""));
    assertThat(proxy.ask("RELOAD"))
        .containsExactly("listener more: removed, its sessions go on", "OK 1 change");
    assertLives(live);
    await()
        .atMost(Spawned.PATIENCE)
        .until(
            () -> {
              try (TestSocket refused = TestSocket.connect(more)) {
                return !refused.socket().isConnected();
              } catch (IOException e) {
                return true;
              }
            });
  }

  @Test
  void checkAgainstSaysWhatReloadThenDoes() throws Exception {
    start(body(10, nodeB(10) + "\nadmin.secret = ${?BALLAST_SECRET}"));
    connect();
    proxy.make("SETWEIGHT b 3");
    Files.writeString(directory.resolve("nodes.conf"), "ballast { " + nodeB(50) + " }");
    edit(body(20, "loops.threads = 3"));
    Path file = directory.resolve("ballast.conf");
    Files.writeString(file, "include \"nodes.conf\"\n" + Files.readString(file));
    String against = "127.0.0.1:" + proxy.telnet().getPort();
    Spawned check = Programs.runBallast(directory, "check", "ballast.conf", "--against", against);
    assertThat(check.awaitExit()).isZero();
    List<String> would = check.out();
    assertThat(would)
        .startsWith("ballast.conf: no problem", "weight c/a: 10 -> 20", "weight c/b: 3 -> 50")
        .contains("needs a restart: loops.threads: 0 -> 3");
    assertThat(would.get(would.size() - 1))
        .matches("2 changes would be made; [0-9]+ sessions? would move in .*; 1 needs a restart");
    assertThat(proxy.numbers("WEIGHTS")).isEqualTo(Map.of("a", 10, "b", 3));
    List<String> done = proxy.ask("RELOAD");
    assertThat(done.subList(0, 4)).isEqualTo(would.subList(1, 5));
    assertThat(done).last().isEqualTo("OK 2 changes; 1 needs a restart");
  }

  @Test
  void checkAgainstNobodySaysSo() throws Exception {
    Files.writeString(directory.resolve("x.conf"), Serving.configuration(body(1, "")));
    Spawned check = Programs.runBallast(directory, "check", "x.conf", "--against", "127.0.0.1:1");
    assertThat(check.awaitExit()).isEqualTo(3);
    assertThat(check.out()).containsExactly("x.conf: no problem");
  }

  @Test
  void fiftyReloadsUnderTrafficLoseNoByteAndNoSession() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("ReloadIT seed " + seed);
    start(body(10, ""));
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong exchanged = new AtomicLong();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<CompletableFuture<Void>> talks = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        TestSocket client = connect();
        Random random = new Random(seed + i);
        talks.add(CompletableFuture.runAsync(() -> talk(client, random, over, exchanged), threads));
      }
      for (int i = 0; i < 50; i++) {
        String address = "\"127.0.0." + (1 + i % 2) + ":0\", identity";
        edit(body(10, edited(i)).replace("\"127.0.0.1:0\", identity", address));
        if (i % 2 == 0) {
          proxy.make("RELOAD");
        } else {
          proxy.process().signal("HUP");
          int hangUps = i / 2 + 1;
          await()
              .atMost(Spawned.PATIENCE)
              .until(() -> proxy.logged("reloaded: by=SIGHUP").size() == hangUps);
        }
      }
    } finally {
      over.set(true);
      threads.shutdown();
    }
    talks.forEach(CompletableFuture::join);
    assertThat(exchanged.get()).isPositive();
    assertThat(proxy.numbers("STATS")).containsEntry("closed", 0).containsEntry("sessions", 8);
  }

  /** Something of everything that lets sessions stay where they are. */
  private String edited(int i) {
    String settings =
        """
        listeners.l.limits.per-source = %d
        clusters.c {
          balance.dwell = %ds, health.timeout = %ds, connect.timeout = %ds
          affinity.rules = [ { identity = "never-%d", zone = default } ]
        }
        """
            .formatted(100 * (i % 3), 5 + i, 1 + i % 4, 1 + i % 4, i);
    String cluster =
        """
        clusters.d.nodes.x.address = "127.0.0.1:9"
        listeners.d { cluster = d, bind = "127.0.0.1:0" }
        """;
    return settings
        + (i % 3 == 0 ? nodeB(0) + "\n" : "")
        + (i % 4 == 0 ? "listeners.more { cluster = c, bind = \"127.0.0.1:0\" }\n" : "")
        + (i % 5 == 0 ? cluster : "");
  }

  /** Sends random bytes and compares a checksum of what comes back, until it is over. */
  private static void talk(
      TestSocket client, Random random, AtomicBoolean over, AtomicLong exchanged) {
    try {
      while (!over.get()) {
        byte[] bytes = new byte[1 + random.nextInt(20_000)];
        random.nextBytes(bytes);
        client.send(bytes);
        assertThat(checksum(client.read(bytes.length))).isEqualTo(checksum(bytes));
        exchanged.addAndGet(bytes.length);
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static long checksum(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return sum.getValue();
  }

  @Test
  void fileAndStateAgreeAfterAKillInTheMiddleOfAReload() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("ReloadIT seed " + seed);
    Random random = new Random(seed);
    String twoClusters =
        """

        clusters.d.nodes.x { address = "127.0.0.1:9", weight = %d }
        listeners.d { cluster = d, bind = "127.0.0.1:0" }
        """;
    String body = body(10, nodeB(10) + twoClusters.formatted(10));
    for (int kill = 1; kill <= 6; kill++) {
      start(body);
      proxy.make("USE c");
      proxy.make("SETWEIGHT a 555");
      proxy.make("SETWEIGHT b " + (600 + kill));
      proxy.make("USE d");
      proxy.make("SETWEIGHT x 555");
      body = body(10 + kill, nodeB(10) + twoClusters.formatted(10 + kill));
      edit(body);
      proxy.process().signal("HUP");
      long until = System.nanoTime() + random.nextInt(30) * 1_000_000L;
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> System.nanoTime() - until > 0);
      proxy.process().kill();
      proxy.close();
      start(body);
      proxy.make("USE c");
      assertThat(proxy.numbers("WEIGHTS")).isEqualTo(Map.of("a", 10 + kill, "b", 600 + kill));
      proxy.make("USE d");
      assertThat(proxy.numbers("WEIGHTS")).isEqualTo(Map.of("x", 10 + kill));
      assertThat(proxy.ask("RELOAD")).containsExactly("OK 0 changes");
      proxy.close();
    }
    proxy = null;
  }
}
