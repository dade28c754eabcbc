package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real web server that is killed, or stopped, in the middle of a long answer. */
final class DeadNodeIT {
  private static final int LENGTH = 32 << 20;
  private static final int HEARD_BEFORE = 1 << 20;
  private static final int RECEIVE_BUFFER = 64 << 10;

  private final byte[] file = new byte[LENGTH];
  @TempDir private Path directory;

  @BeforeEach
  void writeTheFile() throws IOException {
    new Random(1).nextBytes(file);
    Files.write(Files.createDirectory(directory.resolve("files")).resolve("file"), file);
  }

  private RealServer web() throws Exception {
    return RealServer.nginx(directory, "web", directory.resolve("files"));
  }

  private Serving serve(RealServer web, TestServer other) throws IOException {
    return Serving.start(
        directory,
        """
        clusters.c {
          nodes { web.address = "%s", other { address = "127.0.0.1:%d", weight = 0 } }
          health { interval = 1s, rise = 1 }
          balance.on-down = keep
        }
        listeners.l { cluster = c, bind = "127.0.0.1:0", identity = source-endpoint }
        """
            .formatted(web.address(), other.port()));
  }

  /** A client of the proxy that has asked for the file, and reads slowly. */
  private static TestSocket asking(Serving proxy) throws IOException {
    return TestSocket.connect(proxy.listener("l"), RECEIVE_BUFFER)
        .send("GET /file HTTP/1.0\r\n\r\n");
  }

  /** Reads past the head of the answer. */
  private static void readHead(TestSocket client) throws IOException {
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      String next = client.readText(1);
      assertThat(next).as("after %s", head).isNotEmpty();
      head += next;
    }
    assertThat(head).startsWith("HTTP/1.1 200 OK\r\n");
  }

  /** All that comes until the end, or the reset. */
  private static byte[] rest(TestSocket client) throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    byte[] buffer = new byte[RECEIVE_BUFFER];
    try {
      for (int n = client.read(buffer); n >= 0; n = client.read(buffer)) {
        rest.write(buffer, 0, n);
      }
    } catch (SocketException reset) {
      // What came before is what counts.
    }
    return rest.toByteArray();
  }

  private void assertIsOfTheFile(byte[] piece, int offset) {
    assertThat(offset + piece.length).isLessThanOrEqualTo(LENGTH);
    assertThat(Arrays.equals(file, offset, offset + piece.length, piece, 0, piece.length))
        .as("%d bytes from %d on are those of the file", piece.length, offset)
        .isTrue();
  }

  @Test
  void clientHearsWhatTheNodeSentBeforeItWasKilledAndOthersGoElsewhere() throws Exception {
    try (RealServer web = web();
        TestServer other = TestServer.echo();
        Serving proxy = serve(web, other)) {
      try (TestSocket client = asking(proxy)) {
        readHead(client);
        assertIsOfTheFile(client.read(HEARD_BEFORE), 0);
        proxy.make("SETWEIGHT other 100");

        web.kill();
        byte[] rest = rest(client);
        assertIsOfTheFile(rest, HEARD_BEFORE);
        assertThat(rest.length).isLessThan(LENGTH - HEARD_BEFORE);
      }
      proxy.awaitSessions(0);
      try (TestSocket next = TestSocket.connect(proxy.listener("l"))) {
        assertThat(next.send("hello").readText(5)).isEqualTo("hello");
        assertThat(proxy.numbers("LOAD")).isEqualTo(Map.of("other", 1, "web", 0));
      }

      proxy.awaitHealth("web", "down");
      web.start();
      proxy.awaitHealth("web", "up");
    }
  }

  @Test
  void nodeThatIsStoppedGoesOnWhereItWasAndServesWhoCameMeanwhile() throws Exception {
    try (RealServer web = web();
        TestServer other = TestServer.echo();
        Serving proxy = serve(web, other)) {
      try (TestSocket client = asking(proxy)) {
        readHead(client);
        assertIsOfTheFile(client.read(HEARD_BEFORE), 0);

        web.signal("STOP");
        try (TestSocket meanwhile = asking(proxy)) {
          await("it is connected")
              .atMost(Spawned.PATIENCE)
              .until(() -> proxy.numbers("LOAD").get("web") == 2);
          web.signal("CONT");
          byte[] rest = rest(client);
          assertIsOfTheFile(rest, HEARD_BEFORE);
          assertThat(rest).hasSize(LENGTH - HEARD_BEFORE);
          readHead(meanwhile);
          byte[] all = rest(meanwhile);
          assertIsOfTheFile(all, 0);
          assertThat(all).hasSize(LENGTH);
        }
      }
      proxy.awaitSessions(0);
    }
  }
}
