package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Listeners whose sockets another program opened and passed, as systemd does: descriptors from 3
 * on, and their count and names in the environment.
 */
final class SocketActivationIT {
  /** Opens sockets, passes them on as descriptors 3 and 4, and becomes the program. */
  private static final String LAUNCHER =
      """
      import os, socket, sys
      blocking, names, program = sys.argv[1] == "blocking", sys.argv[2], sys.argv[3:]
      opened = []
      for _ in names.split(":"):
          s = socket.socket()
          s.bind(("127.0.0.1", 0))
          s.listen(16)
          opened.append(os.dup2(s.fileno(), 50 + len(opened)))
          os.set_blocking(opened[-1], blocking)
      for i, fd in enumerate(opened):
          os.dup2(fd, 3 + i)
      os.closerange(3 + len(opened), 64)
      os.environ.update(LISTEN_FDS=str(len(opened)), LISTEN_FDNAMES=names,
                        LISTEN_PID=str(os.getpid()))
      os.execvp(program[0], program)
      """;

  private static final String ONE_LISTENER =
      """
      listeners.a { cluster = c, bind = "fd@sets" }
      """;

  @TempDir private Path directory;
  private TestServer node;

  @BeforeEach
  void start() throws Exception {
    node = TestServer.echo();
    Programs.assumeInstalled("python3", "python3");
    Files.writeString(directory.resolve("launch.py"), LAUNCHER);
  }

  @AfterEach
  void end() throws Exception {
    node.close();
  }

  private String body(String listeners) {
    return "clusters.c.nodes.a.address = \"127.0.0.1:%d\"\nloops.threads = 1\n%s"
        .formatted(node.port(), listeners);
  }

  private Serving serve(String mode, String names, String listeners) throws Exception {
    String launch = "set -- python3 launch.py " + mode + " " + names + " \"$@\"";
    return Serving.start(directory, Map.of(), body(listeners), launch);
  }

  private void configure(String listeners) throws IOException {
    Files.writeString(directory.resolve("ballast.conf"), Serving.configuration(body(listeners)));
  }

  private static void assertServes(Serving proxy, String listener) throws Exception {
    assertServes(proxy.listener(listener));
  }

  private static void assertServes(InetSocketAddress address) throws Exception {
    try (TestSocket client = TestSocket.connect(address)) {
      assertThat(client.send("ping").readText(4)).isEqualTo("ping");
    }
  }

  @Test
  void socketsArePassedByName() throws Exception {
    String listeners =
        """
        listeners.a { cluster = c, bind = "fd@second" }
        listeners.b { cluster = c, bind = "fd@first" }
        """;
    try (Serving proxy = serve("ready", "first:second", listeners)) {
      assertThat(proxy.listener("a")).isNotEqualTo(proxy.listener("b"));
      assertServes(proxy, "a");
      assertServes(proxy, "b");
      assertThat(proxy.ask("CONFIG")).contains("listeners.a.bind = \"fd@second\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "epoll-channel"})
  void socketWhoseAcceptWaitsDoesNotHoldItsLoop(String transport) throws Exception {
    String other =
        "listeners.own { cluster = c, bind = \"127.0.0.1:0\" }\nloops.transport = %s\n"
            .formatted(transport);
    try (Serving proxy = serve("blocking", "sets", ONE_LISTENER + other)) {
      for (int i = 0; i < 20; i++) {
        assertServes(proxy, "a");
        assertServes(proxy, "own");
      }
    }
  }

  @Test
  void sessionsOfAPassedSocketEndGentlyToo() throws Exception {
    try (Serving proxy = serve("ready", "sets", ONE_LISTENER);
        TestSocket client = TestSocket.connect(proxy.listener("a"))) {
      assertThat(client.send("ping").readText(4)).isEqualTo("ping");
      proxy.process().signal("TERM");
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      assertThat(proxy.process().awaitExit()).isZero();
    }
  }

  @Test
  void socketOfAnEditThatFailedCanBeHadByTheNext() throws Exception {
    String first = "listeners.a { cluster = c, bind = \"fd@first\" }\n";
    String second = "listeners.b { cluster = c, bind = \"fd@second\" }\n";
    try (Serving proxy = serve("ready", "first:second", first);
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String taken =
          "listeners.z { cluster = c, bind = \"127.0.0.1:%d\" }\n".formatted(other.getLocalPort());
      configure(first + second + taken);
      assertThat(proxy.ask("RELOAD").toString()).contains("listener z cannot listen there");
      configure(first + second);
      assertThat(proxy.ask("RELOAD"))
          .containsExactly("listener b: added on fd@second for cluster c", "OK 1 change");
      String line = proxy.logged("listener b: accepting on").get(0);
      int port = Integer.parseInt(line.replaceAll(".*accepting on 127.0.0.1:([0-9]+) .*", "$1"));
      assertServes(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }
  }

  @Test
  void socketThatIsNotPassedIsAnErrorWithTheRemedy() throws Exception {
    configure(ONE_LISTENER);
    try (Spawned proxy = Programs.runBallast(directory, "serve", "ballast.conf")) {
      assertThat(proxy.awaitExit()).isEqualTo(1);
      assertThat(proxy.err())
          .last()
          .asString()
          .startsWith("cannot start: bind = fd@sets: listener a cannot listen there: no socket")
          .contains("give an address");
    }
  }

  /** It starts the program at the first connection. */
  @Test
  void systemdsOwnLauncherIsUnderstood() throws Exception {
    Programs.assumeInstalled("systemd-socket-activate", "systemd");
    configure(ONE_LISTENER);
    InetSocketAddress address = Peer.freeAddress();
    String text = address.getAddress().getHostAddress() + ":" + address.getPort();
    List<String> command =
        new ArrayList<>(List.of("systemd-socket-activate", "--fdname=sets", "-l", text));
    command.addAll(List.of(Programs.ballast("serve", "ballast.conf")));
    try (Spawned proxy = Spawned.start(directory, Map.of(), command.toArray(new String[0]))) {
      await("it listens")
          .atMost(Spawned.PATIENCE)
          .until(() -> proxy.err().stream().anyMatch(line -> line.contains("Listening on")));
      try (TestSocket first = TestSocket.connect(address)) {
        first.send("ping");
        assertThat(proxy.awaitLine("listener a ")).isEqualTo("listener a " + text);
        assertThat(first.readText(4)).isEqualTo("ping");
      }
      proxy.awaitLine("ready");
      proxy.signal("TERM");
      assertThat(proxy.awaitExit()).isZero();
    }
  }
}
