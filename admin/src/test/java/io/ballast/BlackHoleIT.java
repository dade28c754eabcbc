package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Namespace;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host from which nothing comes any more, not even an error, in a network of the test's own. */
final class BlackHoleIT {
  private static final String PROXY = Namespace.address(1);
  private static final String GONE = Namespace.address(2);
  private static final String WELL = Namespace.address(3);

  @TempDir private Path directory;

  @Test
  void nodeThatVanishesIsFoundAndItsSetsGoElsewhereUntilItIsBack() throws Exception {
    Namespace.run(directory, VanishingNode.class);
  }

  @Test
  void clientThatVanishesIsFound() throws Exception {
    Namespace.run(directory, VanishingClient.class);
  }

  private static String configuration(String nodes) {
    return """
        clusters.c {
          nodes { %s }
          health { interval = 500ms, timeout = 500ms, rise = 2, fall = 2 }
          balance { on-down = keep }
          connect.timeout = 1s
        }
        listeners.l {
          cluster = c, bind = "%s:0", identity = source-endpoint
          keepalive { idle = 2s, interval = 1s, probes = 2 }
        }
        """
        .formatted(nodes, PROXY);
  }

  private static TestServer echo(String address) throws Exception {
    return TestServer.echo(InetAddress.getByName(address));
  }

  private static TestSocket client(Serving proxy, String from) throws Exception {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    return TestSocket.connect(socket, new InetSocketAddress(PROXY, proxy.listener("l").getPort()));
  }

  private static boolean isServed(TestSocket client) throws Exception {
    return client.send("ping").readText(4).equals("ping");
  }

  private static void awaitCount(Serving proxy, String name, int count) {
    await(name)
        .atMost(Spawned.PATIENCE)
        .until(() -> proxy.numbers("STATS").getOrDefault(name, 0) >= count);
  }

  /** Runs in the namespace: of two sessions on the node one is silent, the other sends. */
  static final class VanishingNode {
    private VanishingNode() {}

    /** Plays it. */
    public static void main(String[] args) throws Exception {
      Namespace.enter();
      try (TestServer gone = echo(GONE);
          TestServer well = echo(WELL);
          Serving proxy =
              Serving.start(
                  Path.of("."),
                  configuration(
                      "gone.address = \"%s:%d\", well { address = \"%s:%d\", weight = 0 }"
                          .formatted(GONE, gone.port(), WELL, well.port())));
          TestSocket silent = client(proxy, PROXY);
          TestSocket talking = client(proxy, PROXY)) {
        assertThat(isServed(silent) && isServed(talking)).isTrue();
        proxy.make("SETWEIGHT well 100");
        assertThat(proxy.numbers("LOAD")).containsEntry("gone", 2);

        Namespace.vanish(GONE);
        talking.send("is anybody there?");
        proxy.awaitHealth("gone", "down");
        try (TestSocket meanwhile = client(proxy, PROXY)) {
          assertThat(isServed(meanwhile)).isTrue();
          assertThat(proxy.numbers("LOAD")).containsEntry("well", 1);
        }
        awaitCount(proxy, "closed-node-timeout", 2);
        silent.end();
        talking.end();

        Namespace.comeBack(GONE);
        proxy.awaitHealth("gone", "up");
        proxy.make("SETWEIGHT well 0");
        try (TestSocket after = client(proxy, PROXY)) {
          assertThat(isServed(after)).isTrue();
          assertThat(proxy.numbers("LOAD")).containsEntry("gone", 1);
        }
      }
      System.exit(0);
    }
  }

  /** Runs in the namespace: of two clients one is silent, the other is sent something. */
  static final class VanishingClient {
    private VanishingClient() {}

    /** Answers what it is asked; {@code news} only when the client has vanished. */
    private static void answer(TestSocket peer, CountDownLatch vanished)
        throws IOException, InterruptedException {
      for (String asked = peer.readText(4); asked.length() == 4; asked = peer.readText(4)) {
        if (asked.equals("news")) {
          vanished.await();
        }
        peer.send(asked);
      }
    }

    /** Plays it. */
    public static void main(String[] args) throws Exception {
      Namespace.enter();
      CountDownLatch vanished = new CountDownLatch(1);
      try (TestServer node = new TestServer(peer -> answer(peer, vanished));
          Serving proxy =
              Serving.start(
                  Path.of("."),
                  configuration("node.address = \"127.0.0.1:%d\"".formatted(node.port())));
          TestSocket silent = client(proxy, GONE);
          TestSocket addressed = client(proxy, GONE);
          TestSocket other = client(proxy, WELL)) {
        assertThat(isServed(silent) && isServed(addressed) && isServed(other)).isTrue();

        addressed.send("news");
        Namespace.vanish(GONE);
        vanished.countDown();
        awaitCount(proxy, "closed-client-timeout", 2);
        await("the node's legs are closed").atMost(Spawned.PATIENCE).until(() -> node.live() == 1);
        assertThat(isServed(other)).isTrue();
        assertThat(proxy.ofNode("node", "health")).isEqualTo("up");

        Namespace.comeBack(GONE);
        try (TestSocket after = client(proxy, GONE)) {
          assertThat(isServed(after)).isTrue();
        }
      }
      System.exit(0);
    }
  }
}
