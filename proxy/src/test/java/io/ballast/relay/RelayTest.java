package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.placement.Reason;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Sessions as they should be. */
@EachWire
final class RelayTest {
  @Parameter Wire wire;

  @Test
  void bytesGoBothWays() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send("hello");
      assertThat(client.readText(5)).isEqualTo("hello");
      Session session = rig.session();
      assertThat(session.set().text()).isEqualTo("127.0.0.1");
      assertThat(session.node()).isEqualTo("n1");
      assertThat(session.reason()).isEqualTo(Reason.OWNER);
      assertThat(session.state()).isEqualTo(SessionState.RELAYING);
      assertThat(rig.counts.live("n1")).isEqualTo(1);
      assertThat(rig.sessions.size()).isEqualTo(1);
      client.finish();
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
      assertThat(session.bytesFromClient()).isEqualTo(5);
      assertThat(session.bytesFromNode()).isEqualTo(5);
    }
  }

  @Test
  void sessionKnowsWhenItsSetWasKnownAndWhenItsNodeTookIt() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send("hello").readText(5);
      Session session = rig.session();
      assertThat(session.identifiedNanos() - session.openedNanos()).isNotNegative();
      assertThat(session.connectedNanos() - session.identifiedNanos()).isPositive();
    }
  }

  @Test
  void serverThatSpeaksFirstIsHeardAtOnce() throws Exception {
    try (TestServer server = wire.server(peer -> peer.send("220 ready").end());
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      assertThat(client.readText(9)).isEqualTo("220 ready");
    }
  }

  @Test
  void clientThatSendsAllAndFinishesAtOnceGetsTheWholeAnswer() throws Exception {
    byte[] answer = Noise.bytes(1, 20_000_000);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.readAll();
                  peer.send(answer);
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.send("all of it").finish();
      // The answer is longer than what systems hold on the way, so it waits for the reader.
      rig.session();
      assertThat(Arrays.equals(client.readAll(), answer)).isTrue();
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
    }
  }

  @Test
  void clientThatFinishesWithoutAByteIsConnectedAllTheSame() throws Exception {
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.readAll();
                  peer.send("nothing to do");
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      client.finish();
      assertThat(new String(client.readAll(), StandardCharsets.US_ASCII))
          .isEqualTo("nothing to do");
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
    }
  }

  @Test
  void faultOfAnObserverEndsItsSessionAndNoOther() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket first = rig.client()) {
      first.send("x").read(1);
      rig.onOpened =
          session -> {
            throw new IllegalStateException("for a test");
          };
      try (TestSocket second = rig.client()) {
        assertThat(second.end()).isEqualTo(TestSocket.End.RESET);
      }
      rig.awaitClosed(CloseReason.INTERNAL_ERROR);
      assertThat(first.send("y").readText(1)).isEqualTo("y");
      assertThat(rig.counts.all()).isEqualTo(1);
    }
  }

  @Test
  void countsAreOfTheNodeThatTheSessionIsOn() throws Exception {
    try (TestServer server = wire.echo();
        Rig rig = Rig.inFrontOf(wire, server)) {
      try (TestSocket one = rig.client();
          TestSocket two = rig.client()) {
        one.send("1").read(1);
        two.send("2").read(1);
        assertThat(rig.counts.live("n1")).isEqualTo(2);
        assertThat(rig.listener.connections()).isEqualTo(2);
      }
      rig.awaitEmpty();
    }
  }
}
