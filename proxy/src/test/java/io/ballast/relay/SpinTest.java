package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import io.ballast.session.SessionState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A session in which nothing happens costs nothing, whatever state it is in. */
@EachTransport
final class SpinTest {
  @Parameter LoopSettings.TransportChoice transport;

  @Test
  void idleAndHalfClosedSessionsRest() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer silent =
            new TestServer(
                peer -> {
                  peer.send("hi");
                  never.await();
                });
        TestServer ending =
            new TestServer(
                peer -> {
                  peer.send("hi").finish();
                  never.await();
                });
        Rig one = Rig.inFrontOf(transport, silent);
        Rig two = Rig.inFrontOf(transport, ending);
        TestSocket idle = one.client();
        TestSocket finished = one.client();
        TestSocket ended = two.client()) {
      idle.readText(2);
      finished.finish().readText(2);
      assertThat(ended.readAll()).hasSize(2);
      LoopRest.awaitRest();
    }
  }

  @Test
  void sessionHeldByASlowClientRestsWhateverItsNodeDoes() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch relayed = new CountDownLatch(1);
    byte[] much = new byte[12_000_000];
    try (TestServer sending = new TestServer(peer -> peer.send(much));
        TestServer finishing =
            new TestServer(
                peer -> {
                  peer.send(new byte[3_500_000]).finish();
                  never.await();
                });
        TestServer resetting =
            new TestServer(
                peer -> {
                  peer.send(new byte[3_500_000]);
                  relayed.await();
                  peer.reset();
                });
        Rig one = Rig.inFrontOf(transport, sending);
        Rig two = Rig.inFrontOf(transport, finishing);
        Rig three = Rig.inFrontOf(transport, resetting);
        TestSocket held = TestSocket.connect(one.listener.address(), 4096);
        TestSocket heldAtEnd = TestSocket.connect(two.listener.address(), 4096);
        TestSocket heldAtReset = TestSocket.connect(three.listener.address(), 4096)) {
      held.read(1);
      heldAtEnd.read(1);
      heldAtReset.read(1);
      relayed.countDown();
      LoopRest.awaitRest();
    }
  }

  @Test
  void sessionHeldByASlowNodeRestsWhateverItsClientDoes() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer slow = new TestServer(peer -> never.await());
        Rig rig = Rig.inFrontOf(transport, slow);
        TestSocket finishing = rig.client();
        TestSocket resetting = rig.client()) {
      Thread one = Sender.start(finishing, new byte[3_000_000]);
      Thread two = Sender.start(resetting, new byte[3_000_000]);
      await().until(() -> rig.opened.stream().allMatch(s -> s.bytesFromClient() > 1_000_000));
      LoopRest.awaitRest();
      resetting.reset();
      LoopRest.awaitRest();
      finishing.reset();
      one.join();
      two.join();
    }
  }

  @Test
  void gentleCloseRestsWhileTheNodeTakesItsTime() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer slow =
            new TestServer(
                peer -> {
                  peer.send("hi");
                  never.await();
                });
        Rig rig =
            Rig.with(transport).node("n1", slow.port()).gentleStep(Duration.ofMinutes(1)).start();
        TestSocket client = rig.client()) {
      client.readText(2);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      await().until(() -> rig.session().state() == SessionState.CLOSING);
      client.send("too late").finish();
      LoopRest.awaitRest();
      client.reset();
      LoopRest.awaitRest();
    }
  }
}
