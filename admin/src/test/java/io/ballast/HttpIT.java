package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestSocket;
import io.ballast.process.Programs;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In front of a real nginx. */
final class HttpIT {
  private static final int LARGE = 96 << 20;
  private static final int SLOW_READERS = 6;

  @TempDir private Path directory;
  private RealServer server;
  private Serving proxy;
  private String sum;

  @BeforeEach
  void start() throws Exception {
    Programs.assumeInstalled("curl", "curl");
    Path documents = Files.createDirectory(directory.resolve("documents"));
    byte[] large = new byte[LARGE];
    new Random(96).nextBytes(large);
    Files.write(documents.resolve("large"), large);
    Files.writeString(documents.resolve("small"), "small\n");
    sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(large));
    server = RealServer.nginx(directory, "w1", documents);
    proxy =
        Serving.start(
            directory,
            """
            clusters.web.nodes.w1.address = "%s"
            listeners.http { cluster = web, bind = "127.0.0.1:0" }
            """
                .formatted(server.address()));
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:" + proxy.listener("http").getPort() + path;
  }

  @Test
  void requestsOfOneClientShareItsSession() throws Exception {
    Spawned curl =
        Programs.shell(
            directory, "curl -sS -w 'connects %{num_connects}\\n' $1 $1 $1", url("/small"));
    assertThat(curl.out())
        .containsExactly("small", "connects 1", "small", "connects 0", "small", "connects 0");
    assertThat(proxy.numbers("STATS")).containsEntry("accepted", 1);
  }

  @Test
  void aLargeFileComesThroughWhole() throws Exception {
    Spawned curl = Programs.shell(directory, "curl -sS $1 | sha256sum", url("/large"));
    assertThat(curl.out()).singleElement().asString().startsWith(sum);
  }

  @Test
  void aDownloadThatIsBrokenOffEndsTheSession() throws Exception {
    Spawned curl = Programs.shell(directory, "curl -sS $1 | head -c 100000 | wc -c", url("/large"));
    assertThat(curl.out()).containsExactly("100000");
    proxy.awaitSessions(0);
  }

  @Test
  void slowReadersHoldTheServerBackAndMissNothing() throws Exception {
    List<Socket> readers = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_READERS; i++) {
        readers.add(slowReader());
      }
      proxy.awaitSessions(SLOW_READERS);
      long held = bytesOnceTheyStandStill();
      // What fits into the sockets of both legs and the buffers between them.
      assertThat(held).isLessThan((long) SLOW_READERS * (24 << 20));
      for (Socket reader : readers) {
        assertThat(digestOfBody(reader)).isEqualTo(sum);
      }
    } finally {
      for (Socket reader : readers) {
        reader.close();
      }
    }
    proxy.awaitSessions(0);
  }

  private Socket slowReader() throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 << 10);
    socket.setSoTimeout((int) Spawned.PATIENCE.toMillis());
    InetSocketAddress to = proxy.listener("http");
    socket.connect(to);
    socket
        .getOutputStream()
        .write(
            "GET /large HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** How many bytes the nodes have sent by the time that no more come. */
  private long bytesOnceTheyStandStill() {
    AtomicLong before = new AtomicLong(-1);
    await("the server is held back")
        .atMost(Spawned.PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              long now = bytesFromNodes();
              return now > 0 && before.getAndSet(now) == now;
            });
    return before.get();
  }

  private long bytesFromNodes() throws Exception {
    return proxy.column("SESSIONS", "from-node").stream().mapToLong(Long::parseLong).sum();
  }

  private static String digestOfBody(Socket reader) throws Exception {
    InputStream in = reader.getInputStream();
    int matched = 0;
    while (matched < 4) {
      int b = in.read();
      assertThat(b).isNotNegative();
      matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : 0;
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (DigestInputStream body = new DigestInputStream(in, digest)) {
      body.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void clientsOfADeadServerAreTurnedAwayUntilItIsBack() throws Exception {
    server.kill();
    proxy.awaitHealth("w1", "down");
    try (TestSocket client = TestSocket.connect(proxy.listener("http"))) {
      assertThat(client.end()).isIn(TestSocket.End.EOF, TestSocket.End.RESET);
    }
    assertThat(proxy.numbers("STATS")).containsEntry("rejected-connect-failed", 1);
    server.start();
    proxy.awaitHealth("w1", "up");
    assertThat(Programs.shell(directory, "curl -sS $1", url("/small")).out())
        .containsExactly("small");
  }
}
