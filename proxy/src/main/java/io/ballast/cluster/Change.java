package io.ballast.cluster;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Every change that an operator, a ramp or an embedder can make to a cluster. A change is a value:
 * it is validated and applied by the one writer, and can be written down and applied again.
 */
public sealed interface Change {
  /**
   * Applies this to a draft, or leaves the draft as it was.
   *
   * @throws ChangeRefused if the change cannot be made
   */
  void apply(SnapshotEditor draft) throws ChangeRefused;

  /** What changes, old to new, on one line for a log or a list of recent changes. */
  String describe(Snapshot before);

  /** A node joins. */
  record AddNode(Node node) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.addNode(node);
    }

    @Override
    public String describe(Snapshot before) {
      return "node "
          + node.name()
          + ": none -> "
          + node.address()
          + " weight "
          + node.weight()
          + " zone "
          + node.zone();
    }
  }

  /** A node leaves. Its sessions must have ended before. */
  record RemoveNode(String name) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.removeNode(name);
    }

    @Override
    public String describe(Snapshot before) {
      return "node "
          + name
          + ": "
          + before
              .node(name)
              .map(n -> n.node().address() + " weight " + n.node().weight())
              .orElse("none")
          + " -> none";
    }
  }

  /** A node's weight becomes another; a ramp of the node ends. */
  record SetWeight(String node, int weight) implements Change {
    /**
     * @throws IllegalArgumentException if the weight is negative
     */
    public SetWeight {
      Node.checkWeight(weight);
    }

    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.setWeight(node, weight);
    }

    @Override
    public String describe(Snapshot before) {
      return "weight of " + node + ": " + before.weightText(node) + " -> " + weight;
    }
  }

  /**
   * A node's weight becomes 0; a ramp of the node ends.
   *
   * @param deadlineMillis when the sessions that are still on the node are to be told of, in
   *     milliseconds of the wall clock; without it a deadline that the drain has already stays
   */
  record Drain(String node, OptionalLong deadlineMillis) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.drain(node, deadlineMillis);
    }

    @Override
    public String describe(Snapshot before) {
      String weight = "weight of " + node + ": " + before.weightText(node) + " -> 0";
      return deadlineMillis.isEmpty()
          ? weight
          : weight + ", deadline " + time(before.deadline(node)) + " -> " + time(deadlineMillis);
    }

    private static String time(OptionalLong millis) {
      return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()).toString() : "none";
    }
  }

  /** A node goes to another zone. */
  record MoveNode(String node, String zone) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.moveNode(node, zone);
    }

    @Override
    public String describe(Snapshot before) {
      return "zone of node "
          + node
          + ": "
          + before.node(node).map(n -> n.node().zone()).orElse("none")
          + " -> "
          + zone;
    }
  }

  /** A zone is made. */
  record AddZone(Zone zone) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      ZoneEdits.add(draft, zone);
    }

    @Override
    public String describe(Snapshot before) {
      return "zone " + zone.name() + ": none -> backup " + zone.backup();
    }
  }

  /** A zone that nothing names is removed. */
  record RemoveZone(String name) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      ZoneEdits.remove(draft, name);
    }

    @Override
    public String describe(Snapshot before) {
      return "zone "
          + name
          + ": backup "
          + before.zone(name).map(z -> z.zone().backup()).orElse("none")
          + " -> none";
    }
  }

  /** A zone gets another backup. */
  record SetBackup(String zone, String backup) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      ZoneEdits.setBackup(draft, zone, backup);
    }

    @Override
    public String describe(Snapshot before) {
      return "backup of zone "
          + zone
          + ": "
          + before.zone(zone).map(z -> z.zone().backup()).orElse("none")
          + " -> "
          + backup;
    }
  }

  /** A set is configured for a zone, whatever the rules say. */
  record SetZone(SetId set, String zone) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.setZone(set, zone);
    }

    @Override
    public String describe(Snapshot before) {
      String old = before.affinity().sets().get(set);
      return "zone of set " + set + ": " + (old == null ? "by rule" : old) + " -> " + zone;
    }
  }

  /** A set must not be moved, and may be placed on a node of the operator's choice. */
  record PinSet(SetId set, Optional<String> node) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.pin(set, node);
    }

    @Override
    public String describe(Snapshot before) {
      return "pin of set "
          + set
          + ": "
          + Snapshot.pinText(before.pin(set))
          + " -> "
          + Snapshot.pinText(new Pin(node));
    }
  }

  /** A set may be moved again. */
  record UnpinSet(SetId set) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.unpin(set);
    }

    @Override
    public String describe(Snapshot before) {
      return "pin of set " + set + ": " + Snapshot.pinText(before.pin(set)) + " -> none";
    }
  }

  /** A node's weight starts to change in steps; the first step is taken at once. */
  record StartRamp(Ramp ramp) implements Change {
    /**
     * @throws IllegalArgumentException if the ramp has taken a step
     */
    public StartRamp {
      if (ramp.done() != 0) {
        throw new IllegalArgumentException(
            "steps done = " + ramp.done() + ": a ramp starts with no step taken");
      }
    }

    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.startRamp(ramp);
    }

    @Override
    public String describe(Snapshot before) {
      return "weight of "
          + ramp.node()
          + ": "
          + before.weightText(ramp.node())
          + " -> "
          + ramp.to()
          + " in "
          + ramp.steps()
          + " steps, one every "
          + ramp.spacingMillis()
          + " ms";
    }
  }

  /**
   * A ramp takes a step.
   *
   * @param step which one, from 2 on; a step that is not the ramp's next is refused, so a late or
   *     doubled timer does nothing
   */
  record StepRamp(String node, int step) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.stepRamp(node, step);
    }

    @Override
    public String describe(Snapshot before) {
      return "weight of "
          + node
          + ": "
          + before.weightText(node)
          + " -> step "
          + step
          + " of its ramp";
    }
  }

  /** A ramp stops at the weight it has reached. */
  record CancelRamp(String node) implements Change {
    @Override
    public void apply(SnapshotEditor draft) throws ChangeRefused {
      draft.cancelRamp(node);
    }

    @Override
    public String describe(Snapshot before) {
      return "ramp of "
          + node
          + ": "
          + (before.ramps().containsKey(node) ? "running" : "none")
          + " -> stopped at weight "
          + before.weightText(node);
    }
  }

  /** Voluntary moves are allowed or not. */
  record Rebalance(boolean on) implements Change {
    @Override
    public void apply(SnapshotEditor draft) {
      draft.rebalance(on);
    }

    @Override
    public String describe(Snapshot before) {
      return "rebalance: " + (before.rebalance() ? "on" : "off") + " -> " + (on ? "on" : "off");
    }
  }

  /**
   * The cluster becomes what an edited configuration makes of it, all at once; health stays.
   *
   * @param configured what later changes at run time are compared with: the configuration, and the
   *     nodes that it has no more but that still have sessions
   * @param target the cluster as it is to be
   */
  record Reconfigure(ClusterSettings configured, Snapshot target) implements Change {
    @Override
    public void apply(SnapshotEditor draft) {
      draft.become(target);
    }

    @Override
    public String describe(Snapshot before) {
      return "cluster " + configured.name() + ": reconfigured";
    }
  }
}
