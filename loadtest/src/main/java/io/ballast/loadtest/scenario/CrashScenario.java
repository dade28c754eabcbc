package io.ballast.loadtest.scenario;

import io.ballast.placement.Band;
import io.ballast.placement.BandSettings;
import io.ballast.ring.RingSettings;
import io.ballast.sim.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A node goes down and comes back.
 *
 * @param how the way it goes down
 * @param down how long it stays down
 */
record CrashScenario(Layout layout, Crash how, Duration down) implements Scenario {
  private static final String CRASHED = "n1";
  private static final double SERVED_AGAIN = 0.98;
  private static final double SHARE_BACK = 0.85;
  private static final Duration TO_BE_SERVED = Duration.ofSeconds(60);
  private static final Duration TO_COME_BACK = Duration.ofMinutes(3);

  @Override
  public String name() {
    return "crash";
  }

  @Override
  public String story() {
    return "n1 crashes (%s), stays down, and comes back; its sets are served elsewhere meanwhile."
        .formatted(how.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean breaksConnections() {
    return true;
  }

  @Override
  public void play(Stage stage) throws IOException {
    stage.crash(CRASHED, how);
    double served = stage.until(this::servedElsewhere, TO_BE_SERVED);
    stage.must(MustHold.within("98 % of the sets were served again", TO_BE_SERVED, served));
    stage.pass(Duration.ofSeconds(Math.max(0, down.toSeconds() - Math.round(served))));
    stage.revive(CRASHED);
    double back =
        stage.until(
            sample -> sample.on(CRASHED) >= SHARE_BACK * sample.target(CRASHED), TO_COME_BACK);
    stage.must(MustHold.within("n1 had 85 % of its share back", TO_COME_BACK, back));
    stage.pass(Duration.ofSeconds(10));
  }

  /** A set whose node hangs still believes for a while that it is connected. */
  private boolean servedElsewhere(Sample sample) {
    return sample.connected() - sample.seenOn(CRASHED) >= SERVED_AGAIN * layout.totalSets();
  }

  @Override
  public List<MustHold> judge(Outcome outcome) {
    double target = outcome.last().target(CRASHED);
    int points =
        Math.toIntExact(
            outcome.last().weights().getOrDefault(CRASHED, 0L)
                * RingSettings.DEFAULT_POINTS_PER_WEIGHT);
    double limit = Math.ceil(Band.of(BandSettings.DEFAULT, target, points).upperEdge()) + 1;
    double most =
        outcome.samples().stream().mapToLong(sample -> sample.on(CRASHED)).max().orElse(0);
    return List.of(MustHold.atMost("sessions on n1, ever,", limit, most));
  }
}
