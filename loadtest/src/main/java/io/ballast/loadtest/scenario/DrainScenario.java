package io.ballast.loadtest.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A node is emptied.
 *
 * @param over how long the drain is to take; 0 for at once
 * @param pace how fast sessions are moved
 */
record DrainScenario(Layout layout, Duration over, Pace pace) implements Scenario {
  /** The last session to leave is waited for until no byte went either way for this long. */
  private static final double QUIET_SECONDS = 1;

  private static final String DRAINED = "n1";
  private static final double TO_SPARE_SECONDS = 3;

  /** A sample is up to this old. */
  private static final double SAMPLE_SECONDS = 1;

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public String story() {
    return "n1 is drained; its sets go to the other nodes, and no other set is touched.";
  }

  @Override
  public boolean breaksConnections() {
    return false;
  }

  @Override
  public void play(Stage stage) throws IOException {
    long sessions = stage.now().on(DRAINED);
    double limit =
        over.toSeconds()
            + sessions / pace.moves(layout.nodes().size() - 1)
            + TO_SPARE_SECONDS
            + SAMPLE_SECONDS
            + QUIET_SECONDS;
    stage.command("DRAIN " + DRAINED + (over.isZero() ? "" : " OVER " + over.toSeconds() + "s"));
    double took =
        stage.until(
            sample -> sample.on(DRAINED) == 0, Duration.ofSeconds(30 + 3 * Math.round(limit)));
    stage.must(
        MustHold.atMost("seconds until the last of %d left n1".formatted(sessions), limit, took));
    stage.until(sample -> sample.connected() == layout.totalSets(), Duration.ofSeconds(60));
  }

  @Override
  public List<MustHold> judge(Outcome outcome) {
    List<MustHold> rules = new ArrayList<>();
    rules.add(
        MustHold.none(
            "change of a set that was not on n1",
            outcome.allChanges() - outcome.changesFrom(DRAINED)));
    rules.add(MustHold.none("reset of a set's connection", outcome.endings("reset")));
    rules.add(MustHold.none("refused connect of a set", outcome.endings("refused")));
    layout.names().stream()
        .filter(node -> !node.equals(DRAINED))
        .forEach(node -> rules.add(outcome.inBand(node)));
    return rules;
  }
}
