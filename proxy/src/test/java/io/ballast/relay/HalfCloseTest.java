package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import io.ballast.session.SessionState;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** One side has sent everything, the other goes on. */
@EachWire
final class HalfCloseTest {
  @Parameter Wire wire;

  private static final int VOLUME = 8_000_000;

  @Test
  void clientsEndReachesTheNodeAfterEveryByteAndTheNodeGoesOn() throws Exception {
    byte[] question = Noise.bytes(1, VOLUME);
    byte[] answer = Noise.bytes(2, VOLUME);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  heard.add(peer.readAll());
                  peer.send(answer);
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send(question).finish();
      assertThat(Arrays.equals(heard.poll(20, TimeUnit.SECONDS), question)).isTrue();
      assertThat(Arrays.equals(client.readAll(), answer)).isTrue();
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
    }
  }

  @Test
  void nodesEndReachesTheClientAfterEveryByteAndTheClientGoesOn() throws Exception {
    byte[] answer = Noise.bytes(3, VOLUME);
    byte[] rest = Noise.bytes(4, VOLUME);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send(answer).finish();
                  heard.add(peer.readAll());
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      assertThat(Arrays.equals(client.readAll(), answer)).isTrue();
      await().until(() -> rig.session().state() == SessionState.HALF_CLOSED);
      client.send(rest).finish();
      assertThat(Arrays.equals(heard.poll(20, TimeUnit.SECONDS), rest)).isTrue();
      rig.awaitClosed(CloseReason.NODE_CLOSED);
    }
  }

  @Test
  void bothWaysAtOnceNothingIsLostWhenOneEnds() throws Exception {
    byte[] up = Noise.bytes(5, VOLUME);
    byte[] down = Noise.bytes(6, VOLUME);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  Thread sender = Sender.start(peer, down);
                  heard.add(peer.readAll());
                  sender.join();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      Thread sender = Sender.start(client, up);
      assertThat(Arrays.equals(client.readAll(), down)).isTrue();
      sender.join();
      assertThat(Arrays.equals(heard.poll(20, TimeUnit.SECONDS), up)).isTrue();
      rig.awaitEmpty();
    }
  }
}
