package io.ballast.loadtest.scenario;

import io.ballast.loadtest.scenario.Layout.Member;
import io.ballast.sim.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every node of a zone goes down, and they come back.
 *
 * @param down how long they stay down
 */
record ZonesScenario(Layout layout, Duration down) implements Scenario {
  private static final List<String> LOST = List.of("asia-1", "asia-2");
  private static final List<String> UNTOUCHED = List.of("na-1", "na-2");
  private static final Duration TO_FAIL_OVER = Duration.ofSeconds(60);

  /** A zone that came back settles for a minute, and has two more to have its sets at home. */
  private static final Duration TO_COME_HOME = Duration.ofMinutes(3);

  private static final double ALMOST = 0.98;

  /** Two zones with two nodes each, one node in the default zone; sets in proportion 2, 2, 1. */
  static Layout layoutOf(int sets) {
    List<Member> nodes =
        List.of(
            new Member("na-1", "na", 10),
            new Member("na-2", "na", 10),
            new Member("asia-1", "asia", 20),
            new Member("asia-2", "asia", 10),
            new Member("hub", Layout.DEFAULT_ZONE, 100));
    int large = sets * 2 / 5;
    return new Layout(
        nodes, Map.of("na", large, "asia", large, Layout.DEFAULT_ZONE, sets - 2 * large));
  }

  @Override
  public String name() {
    return "zones";
  }

  @Override
  public String story() {
    return "Both nodes of the zone asia crash and come back; its sets use the default zone meanwhile.";
  }

  @Override
  public boolean breaksConnections() {
    return true;
  }

  @Override
  public void play(Stage stage) throws IOException {
    long everybody = stage.now().on("hub") + layout.sets().get("asia");
    for (String node : LOST) {
      stage.crash(node, Crash.RESET);
    }
    double failover = stage.until(sample -> sample.on("hub") >= ALMOST * everybody, TO_FAIL_OVER);
    stage.must(MustHold.within("98 % of asia's sets were on hub", TO_FAIL_OVER, failover));
    stage.pass(down);
    for (String node : LOST) {
      stage.revive(node);
    }
    double home =
        stage.until(sample -> atHome(sample) >= ALMOST * layout.sets().get("asia"), TO_COME_HOME);
    stage.must(MustHold.within("98 % of asia's sets were at home", TO_COME_HOME, home));
    stage.pass(Duration.ofSeconds(10));
  }

  private static long atHome(Sample sample) {
    return LOST.stream().mapToLong(sample::on).sum();
  }

  @Override
  public List<MustHold> judge(Outcome outcome) {
    List<MustHold> rules = new ArrayList<>();
    rules.add(
        MustHold.none(
            "change of a set of another zone",
            UNTOUCHED.stream()
                .mapToLong(node -> outcome.changesFrom(node) + outcome.changesTo(node))
                .sum()));
    layout.names().forEach(node -> rules.add(outcome.inBand(node)));
    return rules;
  }
}
