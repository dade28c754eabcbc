package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session log of the real program. */
final class SessionLogIT {
  private static final String LOGGING =
      System.getProperty("ballast.home") + "/conf/examples/logback-sessions.xml";

  @TempDir private Path directory;

  private static String body(TestServer node, String lines) {
    return """
    clusters.phones.nodes.a.address = "127.0.0.1:%d"
    listeners.sets { cluster = phones, bind = "127.0.0.1:0" }
    session-log.lines = %s
    store.file = ""
    """
        .formatted(node.port(), lines);
  }

  private static void converse(Serving serving) throws Exception {
    try (TestSocket client = TestSocket.connect(serving.listener("sets"))) {
      client.send("hello").readText(5);
      client.finish().readAll();
    }
  }

  @Test
  void exampleOfLoggingPutsTheLinesIntoAFileOfTheirOwn() throws Exception {
    Path file = directory.resolve("log/sessions.log");
    Map<String, String> environment =
        Map.of(
            "BALLAST_SESSION_LOG",
            file.toString(),
            "JAVA_TOOL_OPTIONS",
            "-Dlogback.configurationFile=" + LOGGING);
    try (TestServer node = TestServer.echo();
        Serving serving = Serving.start(directory, environment, body(node, "sessions"), "")) {
      converse(serving);
      await()
          .atMost(Spawned.PATIENCE)
          .until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
      List<String> lines = Files.readAllLines(file);
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0)).startsWith("time=").contains(" node=a ").contains(" from-client=5 ");
      assertThat(serving.logged("from-client=")).isEmpty();
      assertThat(serving.ask("STATS")).contains("session-log-dropped: 0");
    }
  }

  @Test
  void linesGoToTheLogOfTheProcessIfNothingElseIsSaid() throws Exception {
    try (TestServer node = TestServer.echo();
        Serving serving = Serving.start(directory, body(node, "all"))) {
      converse(serving);
      await().atMost(Spawned.PATIENCE).until(() -> serving.logged(" from-client=5 ").size() == 1);
    }
  }

  @Test
  void nothingIsLoggedUnlessAskedFor() throws Exception {
    try (TestServer node = TestServer.echo();
        Serving serving = Serving.start(directory, body(node, "off"))) {
      converse(serving);
      serving.awaitSessions(0);
      assertThat(serving.ask("STATS")).noneMatch(line -> line.startsWith("session-log"));
      assertThat(serving.logged("from-client=")).isEmpty();
    }
  }
}
