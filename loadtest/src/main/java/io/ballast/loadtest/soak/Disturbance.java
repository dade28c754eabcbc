package io.ballast.loadtest.soak;

import io.ballast.loadtest.scenario.Layout;
import io.ballast.loadtest.scenario.Operator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * What keeps a cluster from rest: nodes in trouble, and an operator who changes weights, drains
 * nodes, sends sets to other zones and moves them. All is chosen by a seed. Confined to one thread.
 */
final class Disturbance {
  private static final int LONGEST_TROUBLE = 6;
  private static final int LONGEST_DRAIN = 8;
  private static final int MOST_WEIGHT = 200;
  private static final int PERCENT = 100;
  private static final int TROUBLE_PERCENT = 60;
  private static final int COMMAND_PERCENT = 60;

  /** So many are given in any case, so that a short run has some too. */
  private static final int FIRST_COMMANDS = 5;

  private final Random random;
  private final Layout layout;
  private final List<NodeProcess> nodes;
  private final Operator operator;
  private final Consumer<String> events;
  private final Map<NodeProcess, Double> recoveries = new HashMap<>();
  private final Map<Trouble, Long> troubles = new EnumMap<>(Trouble.class);
  private final List<Trouble> next = new ArrayList<>();
  private String drained = "";
  private double drainedUntil;
  private long commands;
  private long declined;

  /**
   * @param events gets a line for each thing that is done
   */
  Disturbance(
      long seed,
      Layout layout,
      List<NodeProcess> nodes,
      Operator operator,
      Consumer<String> events) {
    this.random = new Random(seed);
    this.layout = layout;
    this.nodes = nodes;
    this.operator = operator;
    this.events = events;
  }

  /** Does what is due, and perhaps something new. To be called once a second. */
  void tick(double seconds) throws IOException, InterruptedException {
    for (NodeProcess node : nodes) {
      node.checkAlive();
      if (recoveries.getOrDefault(node, Double.MAX_VALUE) <= seconds) {
        recover(node);
      }
    }
    if (random.nextInt(PERCENT) < TROUBLE_PERCENT) {
      trouble(seconds);
    }
    if (!drained.isEmpty() && drainedUntil <= seconds) {
      fill();
    }
    if (commands < FIRST_COMMANDS || random.nextInt(PERCENT) < COMMAND_PERCENT) {
      command(seconds);
    }
  }

  /** Most nodes stay well: each kind of trouble has its turn on one of the others. */
  private void trouble(double seconds) throws IOException, InterruptedException {
    NodeProcess node = nodes.get(random.nextInt(nodes.size()));
    long troubled = nodes.stream().filter(it -> it.trouble().isPresent()).count();
    if (node.trouble().isPresent() || troubled >= Math.max(1, nodes.size() / 3)) {
      return;
    }
    if (next.isEmpty()) {
      next.addAll(List.of(Trouble.values()));
      Collections.shuffle(next, random);
    }
    Trouble kind = next.remove(next.size() - 1);
    node.suffer(kind);
    troubles.merge(kind, 1L, Long::sum);
    recoveries.put(node, seconds + 1 + random.nextInt(LONGEST_TROUBLE));
    events.accept(node.name() + " " + kind);
  }

  private void recover(NodeProcess node) throws IOException, InterruptedException {
    recoveries.remove(node);
    node.recover();
    events.accept(node.name() + " is well");
  }

  private void command(double seconds) throws IOException {
    String node = nodes.get(random.nextInt(nodes.size())).name();
    int chance = random.nextInt(PERCENT);
    if (chance < 40 && !node.equals(drained)) {
      give("SETWEIGHT %s %d".formatted(node, 1 + random.nextInt(MOST_WEIGHT)));
    } else if (chance < 60 && drained.isEmpty()) {
      drained = node;
      drainedUntil = seconds + 2 + random.nextInt(LONGEST_DRAIN);
      give("DRAIN " + node);
    } else if (chance < 85) {
      String zone = random.nextBoolean() ? Layout.DEFAULT_ZONE : SoakSettings.ZONE;
      give("SETZONE %s %s".formatted(anySet(), zone));
    } else if (chance < 95) {
      give("MOVE " + anySet());
    } else {
      give("REBALANCE NOW");
    }
  }

  private String anySet() {
    List<String> sets = layout.identities();
    return sets.get(random.nextInt(sets.size()));
  }

  private void fill() throws IOException {
    give("SETWEIGHT %s %d".formatted(drained, MOST_WEIGHT / 2));
    drained = "";
  }

  /** A set that is away cannot be moved, and the last node of a zone is not drained. */
  private void give(String command) throws IOException {
    commands++;
    try {
      operator.ask(command);
      events.accept(command);
    } catch (Operator.DeclinedException e) {
      declined++;
      events.accept(e.getMessage());
    }
  }

  /** Ends every trouble, and fills the node that is drained. */
  void end() throws IOException, InterruptedException {
    for (NodeProcess node : nodes) {
      recover(node);
      node.awaitReady();
    }
    if (!drained.isEmpty()) {
      fill();
    }
  }

  /** How often there was a trouble. */
  long count(Trouble kind) {
    return troubles.getOrDefault(kind, 0L);
  }

  /** How many commands were carried out. */
  long carriedOut() {
    return commands - declined;
  }
}
