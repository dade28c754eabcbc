package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Namespace;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Congestion control where the system's is one that paces, in a network of the test's own. */
final class CongestionControlIT {
  private static final Path SYSCTL = Path.of("/proc/sys/net/ipv4");
  private static final String PACES = "bbr";
  private static final Pattern SPACES = Pattern.compile("\\s+");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "epoll-channel"})
  void whatPacesIsReplacedOnLoopbackAlone(String transport) throws Exception {
    Programs.assumeInstalled("ss", "iproute2");
    assumeTrue(
        algorithms("allowed").contains(PACES),
        "no algorithm that paces is allowed here: modprobe tcp_bbr and add bbr to"
            + " net.ipv4.tcp_allowed_congestion_control");
    Namespace.run(directory, PacedSystem.class, transport);
  }

  private static List<String> algorithms(String which) throws IOException {
    Path file = SYSCTL.resolve("tcp_" + which + "_congestion_control");
    return List.of(SPACES.split(Files.readString(file).strip(), -1));
  }

  /** Runs in the namespace. */
  static final class PacedSystem {
    private final String unpaced;

    private PacedSystem() throws IOException {
      unpaced = algorithms("allowed").contains("cubic") ? "cubic" : "reno";
    }

    /** Plays it with the transport that is named. */
    public static void main(String[] args) throws Exception {
      Namespace.enter();
      Files.writeString(SYSCTL.resolve("tcp_congestion_control"), PACES);
      new PacedSystem().play(args[0]);
      System.exit(0);
    }

    private static String configuration(String transport, TestServer near, TestServer far) {
      return """
          loops.transport = %s
          clusters {
            near { nodes.n.address = "127.0.0.1:%d", health.interval = 0s }
            far { nodes.n.address = "%s:%d", health.interval = 0s }
            named {
              nodes.n.address = "127.0.0.1:%2$d", health.interval = 0s
              connect.congestion-control = reno
            }
          }
          listeners {
            loopback { cluster = near, bind = "127.0.0.1:0" }
            all { cluster = near, bind = "0.0.0.0:0" }
            far { cluster = far, bind = "%3$s:0" }
            named { cluster = named, bind = "127.0.0.1:0", congestion-control = bbr }
          }
          """
          .formatted(transport, near.port(), far.address().getHostString(), far.port());
    }

    private void play(String transport) throws Exception {
      try (TestServer near = TestServer.echo();
          TestServer far = TestServer.echo(InetAddress.getByName(Namespace.address(2)));
          Serving proxy = Serving.start(Path.of("."), configuration(transport, near, far))) {
        check(proxy, "loopback", "127.0.0.1", near, unpaced, unpaced);
        check(proxy, "all", "127.0.0.1", near, PACES, unpaced);
        check(proxy, "far", Namespace.address(2), far, PACES, PACES);
        check(proxy, "named", "127.0.0.1", near, PACES, "reno");
        assertThat(proxy.ask("CONFIG"))
            .contains(
                "clusters.near.connect.congestion-control = auto",
                "clusters.named.connect.congestion-control = reno",
                "listeners.named.congestion-control = bbr");
      }
    }

    private static void check(
        Serving proxy, String listener, String host, TestServer node, String client, String toNode)
        throws Exception {
      int port = proxy.listener(listener).getPort();
      try (TestSocket socket = TestSocket.connect(new InetSocketAddress(host, port))) {
        assertThat(socket.send("ping").readText(4)).isEqualTo("ping");
        assertThat(algorithm("sport = :" + port)).as("client at %s", listener).isEqualTo(client);
        assertThat(algorithm("dport = :" + node.port()))
            .as("node of %s", listener)
            .isEqualTo(toNode);
      }
      await("end of the session").atMost(Spawned.PATIENCE).until(() -> node.live() == 0);
    }

    /** What the only connection has that the filter lets through. */
    private static String algorithm(String filter) throws IOException {
      Spawned ss = Programs.run(Path.of("."), "ss", "-tinH", "state", "established", filter);
      assertThat(ss.awaitExit()).as("%s", ss).isZero();
      List<String> known = algorithms("available");
      List<String> found =
          ss.out().stream().flatMap(SPACES::splitAsStream).filter(known::contains).toList();
      assertThat(found).as("%s", ss.out()).hasSize(1);
      return found.get(0);
    }
  }
}
