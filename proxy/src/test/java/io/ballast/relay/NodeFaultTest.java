package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a peer sees of the sudden end of the other: the bytes before it, in order, and the end. */
@EachTransport
final class NodeFaultTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static final int SOME = 2_000_000;

  @Test
  void killedNodesBytesArriveUpToItsEnd() throws Exception {
    try (KilledNode node = new KilledNode();
        Rig rig = Rig.with(transport).node("n1", node.port()).start()) {
      TestSocket client = rig.client();
      byte[] buffer = new byte[32 * 1024];
      long place = 0;
      try {
        for (int length = client.read(buffer); length >= 0; length = client.read(buffer)) {
          for (int i = 0; i < length; i++, place++) {
            if (buffer[i] != KilledNode.at(place)) {
              throw new AssertionError("another byte than sent at " + place);
            }
          }
          if (place > SOME) {
            node.kill();
          }
        }
      } catch (IOException reset) {
        // As good an end as the other: the killed process had left bytes unread, or had not.
      }
      assertThat(place).isGreaterThan(SOME);
      client.close();
      await().until(() -> rig.closed.size() == 1);
    }
  }

  @Test
  void nodeThatClosesAtOnceEndsTheSession() throws Exception {
    try (TestServer server = new TestServer(peer -> {});
        Rig rig = Rig.inFrontOf(transport, server)) {
      try (TestSocket client = rig.client()) {
        client.end();
      }
      await().until(() -> rig.closed.size() + rig.rejected.size() == 1);
    }
  }

  @Test
  void clientThatResetsWhileTheNodeSendsEndsTheNodesStream() throws Exception {
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    byte[] bytes = Noise.bytes(3, 64 * 1024);
    try (TestServer server =
            new TestServer(
                peer -> {
                  try {
                    while (true) {
                      peer.send(bytes);
                    }
                  } catch (IOException cutOff) {
                    ends.add("cut off");
                  }
                });
        Rig rig = Rig.inFrontOf(transport, server);
        TestSocket other = rig.client()) {
      TestSocket client = rig.client();
      assertThat(client.read(bytes.length)).isEqualTo(bytes);
      client.reset();
      assertThat(ends.poll(20, TimeUnit.SECONDS)).isEqualTo("cut off");
      rig.awaitClosed(CloseReason.CLIENT_RESET);
      assertThat(other.read(bytes.length)).isEqualTo(bytes);
    }
  }
}
