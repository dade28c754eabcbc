package io.ballast.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.placement.Reason;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a session tells of itself. */
class SessionTest {
  private final Session session = LiveSessionsTest.session(1, "phone");

  @Test
  void sessionIsOnNoNodeUntilItIsPlaced() {
    assertThat(session.node()).isNull();
    assertThat(session.reason()).isNull();
    session.placed("a", Reason.OWNER);
    assertThat(session.node()).isEqualTo("a");
    assertThat(session.reason()).isEqualTo(Reason.OWNER);
  }

  @Test
  void sessionIsQuietSinceItLastCarriedAByte() {
    session.carried(0, 0, 10);
    assertThat(session.quietSinceNanos()).isZero();
    session.carried(5, 0, 20);
    assertThat(session.quietSinceNanos()).isEqualTo(20);
    session.carried(5, 0, 30);
    assertThat(session.quietSinceNanos()).isEqualTo(20);
    session.carried(5, 7, 40);
    assertThat(session.quietSinceNanos()).isEqualTo(40);
    assertThat(session.bytesFromClient()).isEqualTo(5);
    assertThat(session.bytesFromNode()).isEqualTo(7);
  }

  @Test
  void timesOfIdentifyingAndConnectingAreKeptToSomeMicroseconds() {
    Offset<Long> near = Offset.offset(10_000L);
    assertThat(session.identifiedNanos()).isZero();
    assertThat(session.connectedNanos()).isZero();
    long identified = session.openedNanos() + TimeUnit.MINUTES.toNanos(59);
    long connected = identified + TimeUnit.SECONDS.toNanos(3);
    session.connected(identified, connected);
    assertThat(session.identifiedNanos()).isCloseTo(identified, near);
    assertThat(session.connectedNanos()).isCloseTo(connected, near);
    session.connected(session.openedNanos(), session.openedNanos());
    assertThat(session.identifiedNanos()).isEqualTo(session.openedNanos());
    assertThat(session.connectedNanos()).isEqualTo(session.openedNanos());
  }

  @Test
  void sessionStandsWhereItWasLastSaidTo() {
    assertThat(session.state()).isEqualTo(SessionState.CONNECTING);
    for (SessionState state : SessionState.values()) {
      session.state(state);
      assertThat(session.state()).isEqualTo(state);
    }
  }

  @Test
  void wordsOfReasonsAndStatesAreLabels() {
    assertThat(CloseReason.values()).allMatch(reason -> reason.word().matches("[a-z]+(-[a-z]+)*"));
    assertThat(SessionState.values()).allMatch(state -> state.word().matches("[a-z]+(-[a-z]+)*"));
    assertThat(CloseReason.NO_NODE.word()).isEqualTo("no-node");
  }
}
