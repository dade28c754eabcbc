package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A reset is passed on as a reset, and destroys nothing that was delivered before. */
@EachWire
final class ResetTest {
  @Parameter Wire wire;

  @Test
  void clientsResetReachesTheNodeAsAReset() throws Exception {
    BlockingQueue<TestSocket.End> ends = new LinkedBlockingQueue<>();
    try (TestServer server = wire.server(peer -> ends.add(peer.send("hi").end()));
        Rig rig = Rig.inFrontOf(wire, server)) {
      TestSocket client = rig.client();
      client.readText(2);
      client.reset();
      assertThat(ends.poll(10, TimeUnit.SECONDS)).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.CLIENT_RESET);
    }
  }

  @Test
  void nodesResetReachesTheClientAsAReset() throws Exception {
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.read(2);
                  peer.reset();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send("hi");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.NODE_RESET);
    }
  }

  @Test
  void allOfAReplyArrivesBeforeTheResetThatFollowsIt() throws Exception {
    byte[] reply = Noise.bytes(7, 300_000);
    BlockingQueue<Boolean> sent = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.read(2);
                  peer.send(reply);
                  sent.take();
                  peer.reset();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send("hi");
      client.send("more that nobody reads");
      await()
          .untilAsserted(() -> assertThat(rig.session().bytesFromNode()).isEqualTo(reply.length));
      sent.add(true);
      assertThat(Arrays.equals(readUntilReset(client), reply)).isTrue();
      rig.awaitClosed(CloseReason.NODE_RESET);
    }
  }

  @Test
  void whatTheNodeDeliveredArrivesWhileTheClientStillSends() throws Exception {
    byte[] reply = Noise.bytes(8, 200_000);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.read(1000);
                  peer.send(reply);
                  // There are bytes that it never reads, so its system resets the connection.
                  peer.close();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      Thread sender = new Thread(() -> sendUntilReset(client));
      sender.start();
      byte[] got = readToAnyEnd(client);
      sender.join();
      rig.awaitEmpty();
      assertThat(rig.closed)
          .containsAnyOf(
              CloseReason.NODE_RESET, CloseReason.CLIENT_RESET, CloseReason.NODE_TLS_BROKEN);
      assertThat(got).isEqualTo(Arrays.copyOf(reply, got.length));
      assertThat((long) got.length).isEqualTo(rig.session().bytesFromNode());
    }
  }

  private static void sendUntilReset(TestSocket client) {
    byte[] bytes = new byte[50_000];
    try {
      for (int i = 0; i < 2000; i++) {
        client.send(bytes);
      }
    } catch (IOException reset) {
      // That is how it ends.
    }
  }

  private static byte[] readUntilReset(TestSocket client) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    assertThat(readTo(all, client)).isEqualTo(TestSocket.End.RESET);
    return all.toByteArray();
  }

  /** A sender that meets the reset first leaves an end in order for the reader. */
  private static byte[] readToAnyEnd(TestSocket client) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    readTo(all, client);
    return all.toByteArray();
  }

  private static TestSocket.End readTo(ByteArrayOutputStream all, TestSocket client)
      throws IOException {
    byte[] buffer = new byte[10_000];
    try {
      for (int n = client.read(buffer); n >= 0; n = client.read(buffer)) {
        all.write(buffer, 0, n);
      }
      return TestSocket.End.EOF;
    } catch (SocketException reset) {
      return TestSocket.End.RESET;
    }
  }

  @Test
  void slowReaderGetsAllThatWasReceivedBeforeTheReset() throws Exception {
    byte[] reply = Noise.bytes(9, 1_000_000);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send(reply);
                  peer.readText(4);
                  peer.reset();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client(16 * 1024)) {
      byte[] first = client.read(10);
      await()
          .untilAsserted(() -> assertThat(rig.session().bytesFromNode()).isEqualTo(reply.length));
      client.send("done");
      byte[] rest = readUntilReset(client);
      assertThat(first).isEqualTo(Arrays.copyOf(reply, 10));
      assertThat(Arrays.equals(rest, Arrays.copyOfRange(reply, 10, reply.length))).isTrue();
      rig.awaitClosed(CloseReason.NODE_RESET);
    }
  }
}
