package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.process.LineClient;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In front of memcached, and of servers that speak first. */
final class OtherProtocolsIT {
  private static final String BANNER = "SSH-2.0-Test";

  @TempDir private Path directory;

  @Test
  void memcachedKeepsWhatItsClientSaid() throws Exception {
    try (RealServer one = RealServer.memcached(directory, "m1");
        RealServer two = RealServer.memcached(directory, "m2");
        Serving proxy =
            Serving.start(
                directory,
                """
                clusters.cache.nodes { m1.address = "%s", m2.address = "%s" }
                listeners.memcached { cluster = cache, bind = "127.0.0.1:0" }
                """
                    .formatted(one.address(), two.address()))) {
      for (int client = 1; client <= 16; client++) {
        String source = "127.0.8." + client;
        try (LineClient first = LineClient.connectFrom(source, proxy.listener("memcached"))) {
          first.send("set own 0 0 " + source.length());
          assertThat(first.ask(source)).isEqualTo("STORED");
        }
        try (LineClient again = LineClient.connectFrom(source, proxy.listener("memcached"))) {
          assertThat(again.ask("get own")).isEqualTo("VALUE own 0 " + source.length());
          assertThat(again.read()).isEqualTo(source);
        }
      }
    }
  }

  private static TestServer bannerServer() throws Exception {
    return new TestServer(
        socket -> {
          socket.send(BANNER + "\r\n");
          socket.send("you said " + socket.readText(2) + "\r\n");
          socket.end();
        });
  }

  private static String configuration(TestServer node, String identity) {
    return """
        clusters.c.nodes.n.address = "127.0.0.1:%d"
        listeners.l { cluster = c, bind = "127.0.0.1:0", %s }
        """
        .formatted(node.port(), identity);
  }

  @Test
  void aServerThatSpeaksFirstIsHeardBeforeItsClientSaysAnything() throws Exception {
    try (TestServer node = bannerServer();
        Serving proxy = Serving.start(directory, configuration(node, "identity = source-address"));
        LineClient client = LineClient.connect(proxy.listener("l"))) {
      assertThat(client.read()).isEqualTo(BANNER);
      assertThat(client.ask("hi")).isEqualTo("you said hi");
    }
  }

  @Test
  void aClientThatWaitsForItsServerIsKnownByItsAddressWhenTheTimeIsOver() throws Exception {
    String identity =
        "identity { line = \"^HELLO (?P<id>\\\\S+)\" }, on-missing = source-address,"
            + " timeouts.identify = 200ms";
    try (TestServer node = bannerServer();
        Serving proxy = Serving.start(directory, configuration(node, identity));
        LineClient client = LineClient.connect(proxy.listener("l"))) {
      assertThat(client.read()).isEqualTo(BANNER);
      assertThat(proxy.ask("SESSIONS SET 127.0.0.1")).hasSize(3);
    }
  }
}
