package io.ballast.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.placement.Reason;
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
  void wordsOfReasonsAndStatesAreLabels() {
    assertThat(CloseReason.values()).allMatch(reason -> reason.word().matches("[a-z]+(-[a-z]+)*"));
    assertThat(SessionState.values()).allMatch(state -> state.word().matches("[a-z]+(-[a-z]+)*"));
    assertThat(CloseReason.NO_NODE.word()).isEqualTo("no-node");
  }
}
