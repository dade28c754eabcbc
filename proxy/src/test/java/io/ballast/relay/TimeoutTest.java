package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.session.CloseReason;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What takes too long is ended, with its own reason. */
@EachTransport
final class TimeoutTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static final TimeoutSettings SHORT =
      new TimeoutSettings(Duration.ofMillis(200), Duration.ofMillis(300), Duration.ofMillis(300));

  private static ListenerSettings impatient(ListenerSettings settings) {
    return settings.withTimeouts(SHORT);
  }

  private static ListenerSettings byLine(ListenerSettings settings) {
    return impatient(settings).withIdentity(new IdentitySettings.Line("^(?P<id>\\S+)$"));
  }

  @Test
  void idleSessionIsEndedInOrder() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport).node("n1", server.port()).listener(TimeoutTest::impatient).start();
        TestSocket client = rig.client()) {
      assertThat(client.send("x").readText(1)).isEqualTo("x");
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      rig.awaitClosed(CloseReason.IDLE);
    }
  }

  @Test
  void sessionWithTrafficIsNotIdle() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(
                    settings ->
                        settings.withTimeouts(
                            new TimeoutSettings(
                                Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ZERO)))
                .start();
        TestSocket client = rig.client()) {
      await()
          .pollInterval(Duration.ofMillis(100))
          .during(Duration.ofSeconds(3))
          .untilAsserted(() -> assertThat(client.send("x").readText(1)).isEqualTo("x"));
    }
  }

  @Test
  void halfClosedSessionInWhichTheOtherSideIsSilentIsReset() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer server = new TestServer(peer -> never.await());
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(
                    settings ->
                        settings.withTimeouts(
                            new TimeoutSettings(
                                Duration.ofSeconds(5), Duration.ZERO, Duration.ofMillis(300))))
                .start();
        TestSocket client = rig.client()) {
      client.send("x").finish();
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.HALF_CLOSED_TIMEOUT);
    }
  }

  @Test
  void connectionThatDoesNotSayInTimeWhoItIsIsRejected() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(
                    settings -> byLine(settings).withOnMissing(ListenerSettings.OnMissing.REJECT))
                .start();
        TestSocket client = rig.client()) {
      client.send("half a li");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.IDENTIFY_TIMEOUT);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void connectionThatDoesNotSayInTimeWhoItIsGoesByItsSourceAddress() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.send("I speak first");
                  peer.end();
                });
        Rig rig =
            Rig.with(transport).node("n1", server.port()).listener(TimeoutTest::byLine).start();
        TestSocket client = rig.client()) {
      assertThat(client.readText(13)).isEqualTo("I speak first");
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.1");
    }
  }
}
