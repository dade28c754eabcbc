package io.ballast.balance;

import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * All that the planner remembers from tick to tick besides the table. Can be copied, so that a dry
 * run leaves no trace. Owned by the control thread.
 */
final class BalanceState {
  private static final int SPARE_NUMBERS = 16;

  final CoolDowns coolDowns;
  final Brake brake;
  final Pacer pacer;
  final Flights flights;
  private final Map<String, NodeMemory> nodes = new HashMap<>();
  private Snapshot seen;
  private Layout layout;

  /** Number of the tick, by which a session that is due is known to have been so before. */
  int tick;

  BalanceState(BalanceSettings settings) {
    coolDowns = new CoolDowns(settings.damping().coolDown());
    brake = new Brake();
    pacer = new Pacer();
    flights = new Flights();
  }

  private BalanceState(BalanceState other) {
    coolDowns = other.coolDowns.copy();
    brake = new Brake(other.brake);
    pacer = new Pacer(other.pacer);
    flights = other.flights.forDryRun();
    other.nodes.forEach((name, memory) -> nodes.put(name, new NodeMemory(memory)));
    seen = other.seen;
    layout = other.layout;
    tick = other.tick;
  }

  BalanceState forDryRun() {
    return new BalanceState(this);
  }

  /** The memory of a node that the snapshot has. */
  NodeMemory of(String node) {
    return nodes.get(node);
  }

  /**
   * Sees what the cluster has become: weights and health of its nodes, and, if it differs, the
   * numbers and owners of the rows.
   */
  Layout see(Snapshot snapshot, SessionTable table, long nowNanos, DampingSettings settings) {
    if (snapshot == seen) {
      return layout;
    }
    for (NodeState state : snapshot.nodes()) {
      nodes
          .computeIfAbsent(state.name(), name -> new NodeMemory(state))
          .see(state, nowNanos, settings);
    }
    nodes.keySet().removeIf(name -> snapshot.node(name).isEmpty());
    if (table.nodes().size() > roomFor(snapshot.nodes().size())
        || table.zones().size() > roomFor(snapshot.zones().size())) {
      retain(snapshot, table);
    }
    Layout before = layout;
    layout = new Layout(snapshot, table);
    Rows.adjust(table, before, layout);
    seen = snapshot;
    return layout;
  }

  /** The snapshot seen last, with the table's numbers; null before the first. */
  Layout layout() {
    return layout;
  }

  /** Makes the next look number the names anew: a session has brought one that is not known. */
  void forgetLayout() {
    seen = null;
  }

  /** How many numbers there may be before those that are not used are looked for. */
  private static int roomFor(int names) {
    return 2 * names + SPARE_NUMBERS;
  }

  /** Takes back the numbers of nodes and zones that are gone and that no session names. */
  private void retain(Snapshot snapshot, SessionTable table) {
    BitSet usedNodes = new BitSet();
    BitSet usedZones = new BitSet();
    RowColumns rows = table.rows();
    for (int row = 0; row < rows.limit(); row++) {
      if (rows.node.get(row) != SessionTable.NONE) {
        usedNodes.set(rows.node.get(row));
        usedNodes.set(Math.max(rows.node.get(row), rows.to.get(row)));
        usedNodes.set(Math.max(rows.node.get(row), rows.orderedTo.get(row)));
        usedZones.set(rows.zone.get(row));
      }
    }
    flights.forEachExpected(
        (to, zone) -> {
          usedNodes.set(to);
          usedZones.set(zone);
        });
    snapshot.nodes().forEach(state -> usedNodes.set(table.nodes().number(state.name())));
    snapshot.zones().forEach(state -> usedZones.set(table.zones().number(state.name())));
    table.nodes().retain(usedNodes::get);
    table.zones().retain(usedZones::get);
  }
}
