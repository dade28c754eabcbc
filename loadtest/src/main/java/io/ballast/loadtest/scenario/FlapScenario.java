package io.ballast.loadtest.scenario;

import io.ballast.sim.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A node goes down and comes back again and again.
 *
 * @param times how often
 * @param down how long it is down each time
 * @param up how long it is up each time
 */
record FlapScenario(Layout layout, int times, Duration down, Duration up) implements Scenario {
  private static final String FLAPPING = "n1";
  private static final double FEW_MOVES = 0.1;

  @Override
  public String name() {
    return "flap";
  }

  @Override
  public String story() {
    return "n1 crashes %d times, %d s down and %d s up; the others are left in peace."
        .formatted(times, down.toSeconds(), up.toSeconds());
  }

  @Override
  public boolean breaksConnections() {
    return true;
  }

  @Override
  public void play(Stage stage) throws IOException {
    for (int i = 0; i < times; i++) {
      stage.crash(FLAPPING, Crash.RESET);
      stage.pass(down);
      stage.revive(FLAPPING);
      stage.pass(up);
    }
    stage.until(sample -> sample.connected() == layout.totalSets(), Duration.ofSeconds(60));
  }

  @Override
  public List<MustHold> judge(Outcome outcome) {
    return List.of(
        MustHold.atMost("moves", FEW_MOVES * layout.totalSets(), (double) outcome.moves()));
  }
}
