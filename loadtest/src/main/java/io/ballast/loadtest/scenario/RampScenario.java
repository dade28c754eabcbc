package io.ballast.loadtest.scenario;

import io.ballast.ring.Ring;
import io.ballast.ring.RingHash;
import io.ballast.ring.RingSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A new node is warmed in.
 *
 * @param layout its last node is the new one, with weight 0
 * @param over how long its weight takes to rise
 * @param pace how fast sessions are moved
 */
record RampScenario(Layout layout, Duration over, Pace pace) implements Scenario {
  private static final int WEIGHT = 100;
  private static final double ENOUGH = 0.98;
  private static final double TOLERANCE = 0.01;
  private static final double FEW = 5;

  @Override
  public String name() {
    return "ramp";
  }

  @Override
  public String story() {
    return newNode()
        + " starts with weight 0 and is ramped up; exactly the sets whose owner it becomes move.";
  }

  @Override
  public boolean breaksConnections() {
    return false;
  }

  private String newNode() {
    return layout.nodes().get(layout.nodes().size() - 1).name();
  }

  @Override
  public void play(Stage stage) throws IOException {
    long expected = expectedMoves();
    stage.command(
        "SETWEIGHT %s %d OVER %ds".formatted(newNode(), WEIGHT, Math.max(1, over.toSeconds())));
    double limit = over.toSeconds() + expected / pace.moves(1) + 30;
    double took =
        stage.until(
            sample -> sample.on(newNode()) >= ENOUGH * expected,
            Duration.ofSeconds(2 * Math.round(limit)));
    stage.must(
        MustHold.atMost(
            "seconds until %s has 98 %% of the %d sets it is to own".formatted(newNode(), expected),
            limit,
            took));
    stage.until(sample -> sample.connected() == layout.totalSets(), Duration.ofSeconds(60));
  }

  /** How many sets have another owner when the new node has its weight. */
  private long expectedMoves() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    layout.nodes().forEach(node -> weights.put(node.name(), node.weight()));
    Ring before = Ring.of(RingSettings.DEFAULT, weights);
    Ring after = before.withWeight(newNode(), WEIGHT);
    return layout.identities().stream()
        .mapToInt(RingHash::hash)
        .filter(hash -> !before.name(before.owner(hash)).equals(after.name(after.owner(hash))))
        .count();
  }

  @Override
  public List<MustHold> judge(Outcome outcome) {
    long expected = expectedMoves();
    long moved = outcome.changesTo(newNode());
    List<MustHold> rules = new ArrayList<>();
    rules.add(
        new MustHold(
            "moves to %s are the difference of the two rings, %d".formatted(newNode(), expected),
            Math.abs(moved - expected) <= TOLERANCE * expected + FEW,
            Long.toString(moved)));
    rules.add(MustHold.none("change between the old nodes", outcome.allChanges() - moved));
    layout.names().forEach(node -> rules.add(outcome.inBand(node)));
    return rules;
  }
}
