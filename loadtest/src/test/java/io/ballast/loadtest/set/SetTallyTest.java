package io.ballast.loadtest.set;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import io.ballast.loadtest.report.JsonLine;
import io.ballast.sim.Ending;
import io.ballast.sim.Reply;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SetTallyTest {
  private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
  private final SetTally tally = new SetTally(2, nanos::get);

  private void connect(int set, String node) {
    tally.connecting(set);
    tally.heard(set, node, Reply.GREETED);
  }

  private void end(int set, Ending ending) {
    tally.ended(set, ending, 0, 0);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private Config line(String type) {
    return tally.report().stream()
        .map(line -> JsonLine.read(line.toString()))
        .filter(line -> line.getString("type").equals(type))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void setsAreCountedOnTheNodeThatAnswers() {
    connect(0, "n1");
    connect(1, "n2");
    end(1, Ending.RESET);

    assertThat(tally.progress().setsOnNode()).containsEntry("n1", 1).containsEntry("n2", 0);
    assertThat(tally.progress().connected()).isOne();
  }

  @Test
  void gapOfAMovedSetRunsFromTheEndToTheFirstAnswer() {
    connect(0, "n1");
    end(0, Ending.CLOSED);
    pass(700);
    tally.connecting(0);
    pass(50);
    tally.heard(0, "n2", Reply.GREETED);

    assertThat(line("gap").getString("of")).isEqualTo("moved");
    assertThat(line("gap").getDouble("maxMillis")).isBetween(749.0, 751.0);
    assertThat(line("change").getString("from")).isEqualTo("n1");
    assertThat(line("change").getString("to")).isEqualTo("n2");
    assertThat(line("change").getString("after")).isEqualTo("closed");
  }

  @Test
  void setThatIsMovedBackWithinTheHourIsAPingPong() {
    moveThereAndBack(59);

    assertThat(line("sets").getLong("pingPongs")).isOne();
  }

  @Test
  void setThatIsMovedBackAfterTheHourIsNone() {
    moveThereAndBack(61);

    assertThat(line("sets").getLong("pingPongs")).isZero();
  }

  private void moveThereAndBack(int minutes) {
    connect(0, "n1");
    end(0, Ending.CLOSED);
    connect(0, "n2");
    pass(TimeUnit.MINUTES.toMillis(minutes));
    end(0, Ending.CLOSED);
    connect(0, "n1");
  }

  @Test
  void setThatLeftANodeThatWasDownMayGoBack() {
    connect(0, "n1");
    tally.nodeIsDown("n1", true);
    end(0, Ending.CLOSED);
    connect(0, "n2");
    tally.nodeIsDown("n1", false);
    end(0, Ending.CLOSED);
    connect(0, "n1");

    assertThat(line("sets").getLong("pingPongs")).isZero();
    assertThat(line("change").getString("after")).isIn("down", "closed");
  }

  @Test
  void connectionThatBreaksIsNoMove() {
    connect(0, "n1");
    end(0, Ending.RESET);
    connect(0, "n2");

    assertThat(line("gap").getLong("count")).isZero();
    assertThat(line("change").getString("after")).isEqualTo("reset");
  }

  @Test
  void answersThatAreNotRightAreWrong() {
    tally.heard(0, "n1", Reply.DOUBLED);
    tally.heard(0, "n1", Reply.REORDERED);
    tally.heard(0, "n1", Reply.FOREIGN);
    tally.ended(0, Ending.RESET, 0, 1);

    assertThat(tally.wrong()).isEqualTo(4);
  }

  @Test
  void requestsOfSetsThatLeftAreNoLongerOutstanding() {
    tally.asked(0, false);
    tally.asked(0, false);
    tally.asked(1, false);
    tally.asked(1, true);
    tally.heard(0, "n1", Reply.ANSWERED);
    assertThat(tally.outstanding()).isEqualTo(2);

    tally.left(1, 1);
    assertThat(tally.outstanding()).isOne();
  }

  @Test
  void handoverKeepsTheSetConnected() {
    connect(0, "n1");
    tally.heard(0, "n2", Reply.ANSWERED);

    assertThat(tally.progress().setsOnNode()).containsEntry("n1", 0).containsEntry("n2", 1);
    assertThat(line("sets").getLong("handovers")).isOne();
  }

  @Test
  void onlySetsThatWereConnectedReconnect() {
    connect(0, "n1");
    end(0, Ending.CLOSED);
    pass(2000);
    connect(0, "n1");

    assertThat(line("connects").getIntList("perSecond")).containsExactly(1, 0, 1);
    assertThat(line("reconnects").getIntList("perSecond")).containsExactly(0, 0, 1);
    assertThat(tally.progress().reconnects()).isOne();
    assertThat(tally.progress().reconnects()).isZero();
  }

  @Test
  void markForgetsHowConnectionsEndedButNotWhatWasAsked() {
    tally.asked(0, false);
    connect(0, "n1");
    tally.ended(0, Ending.CLOSED, 1, 0);
    connect(0, "n2");
    assertThat(line("sets").getLong("openAtEnd.closed")).isOne();

    tally.mark();

    assertThat(line("sets").getLong("endings.closed")).isZero();
    assertThat(line("sets").getLong("openAtEnd.closed")).isZero();
    assertThat(line("gap").getLong("count")).isZero();
    assertThat(tally.outstanding()).isOne();
    assertThat(tally.progress().setsOnNode()).containsEntry("n2", 1);
  }
}
