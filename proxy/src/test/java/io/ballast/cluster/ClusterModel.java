package io.ballast.cluster;

import java.util.HashMap;
import java.util.Map;

/** What a cluster holds, in plain maps; applies a change or says what kind of refusal is due. */
final class ClusterModel {
  /** The most that the weights of a zone may add up to. */
  static final int MOST_WEIGHT = 100;

  final Map<String, Node> nodes = new HashMap<>();
  final Map<String, String> backups = new HashMap<>(Map.of("default", "default"));
  final Map<SetId, String> sets = new HashMap<>();
  final Map<SetId, Pin> pins = new HashMap<>();
  final Map<String, Ramp> ramps = new HashMap<>();
  final Map<String, Long> deadlines = new HashMap<>();
  boolean rebalance = true;

  ChangeRefused.Kind apply(Change change) {
    if (change instanceof Change.AddNode add) {
      return addNode(add.node());
    } else if (change instanceof Change.RemoveNode remove) {
      ramps.remove(remove.name());
      deadlines.remove(remove.name());
      return nodes.remove(remove.name()) == null ? ChangeRefused.Kind.NOT_FOUND : null;
    } else if (change instanceof Change.SetWeight set) {
      return replace(set.node(), set.weight(), null, set.weight(), () -> endRamp(set.node()));
    } else if (change instanceof Change.Drain drain) {
      return drain(drain);
    } else if (change instanceof Change.MoveNode move) {
      return moveNode(move);
    } else if (change instanceof Change.AddZone add) {
      return addZone(add.zone());
    } else if (change instanceof Change.RemoveZone remove) {
      return removeZone(remove.name());
    } else if (change instanceof Change.SetBackup set) {
      return setBackup(set);
    } else if (change instanceof Change.SetZone set) {
      return when(backups.containsKey(set.zone()), () -> sets.put(set.set(), set.zone()));
    } else if (change instanceof Change.PinSet pin) {
      boolean known = pin.node().isEmpty() || nodes.containsKey(pin.node().get());
      return when(known, () -> pins.put(pin.set(), new Pin(pin.node())));
    } else if (change instanceof Change.UnpinSet unpin) {
      pins.remove(unpin.set());
    } else if (change instanceof Change.StartRamp start) {
      return startRamp(start.ramp());
    } else if (change instanceof Change.StepRamp step) {
      return stepRamp(step);
    } else if (change instanceof Change.CancelRamp cancel) {
      return ramps.remove(cancel.node()) == null ? ChangeRefused.Kind.NOT_FOUND : null;
    } else if (change instanceof Change.Rebalance on) {
      rebalance = on.on();
    }
    return null;
  }

  private static ChangeRefused.Kind when(boolean found, Runnable action) {
    if (found) {
      action.run();
    }
    return found ? null : ChangeRefused.Kind.NOT_FOUND;
  }

  private boolean tooHeavy(String zone, String node, int weight) {
    int others =
        nodes.values().stream()
            .filter(n -> n.zone().equals(zone) && !n.name().equals(node))
            .mapToInt(Node::weight)
            .sum();
    return others + weight > MOST_WEIGHT;
  }

  private ChangeRefused.Kind addNode(Node node) {
    if (!backups.containsKey(node.zone())) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    Node old = nodes.get(node.name());
    if (old != null) {
      return old.equals(node) ? null : ChangeRefused.Kind.CONFLICT;
    }
    return replace(node, node.weight(), () -> {});
  }

  private ChangeRefused.Kind replace(Node node, int heaviest, Runnable then) {
    if (tooHeavy(node.zone(), node.name(), heaviest)) {
      return ChangeRefused.Kind.REFUSED;
    }
    nodes.put(node.name(), node);
    then.run();
    if (node.weight() > 0) {
      deadlines.remove(node.name());
    }
    return null;
  }

  private ChangeRefused.Kind replace(
      String name, int weight, String zone, int heaviest, Runnable then) {
    Node old = nodes.get(name);
    if (old == null) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    Node moved = zone == null ? old : old.withZone(zone);
    return replace(moved.withWeight(weight), heaviest, then);
  }

  private ChangeRefused.Kind moveNode(Change.MoveNode move) {
    Node old = nodes.get(move.node());
    if (old == null || !backups.containsKey(move.zone())) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    return replace(move.node(), old.weight(), move.zone(), old.weight(), () -> {});
  }

  private ChangeRefused.Kind addZone(Zone zone) {
    if (!backups.containsKey(zone.backup())) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    String old = backups.putIfAbsent(zone.name(), zone.backup());
    return old == null || old.equals(zone.backup()) ? null : ChangeRefused.Kind.CONFLICT;
  }

  private ChangeRefused.Kind removeZone(String name) {
    if (!backups.containsKey(name)) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    boolean named =
        name.equals("default")
            || nodes.values().stream().anyMatch(node -> node.zone().equals(name))
            || backups.containsValue(name)
            || sets.containsValue(name);
    if (!named) {
      backups.remove(name);
    }
    return named ? ChangeRefused.Kind.REFUSED : null;
  }

  private ChangeRefused.Kind setBackup(Change.SetBackup set) {
    if (!backups.containsKey(set.zone()) || !backups.containsKey(set.backup())) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    if (set.zone().equals("default") || set.zone().equals(set.backup())) {
      return ChangeRefused.Kind.REFUSED;
    }
    backups.put(set.zone(), set.backup());
    return null;
  }

  private ChangeRefused.Kind startRamp(Ramp ramp) {
    Node node = nodes.get(ramp.node());
    if (node == null) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    if (ramps.containsKey(ramp.node()) || node.weight() != ramp.from()) {
      return ChangeRefused.Kind.CONFLICT;
    }
    return step(ramp.stepped());
  }

  private ChangeRefused.Kind stepRamp(Change.StepRamp step) {
    Ramp ramp = ramps.get(step.node());
    if (!nodes.containsKey(step.node())) {
      return ChangeRefused.Kind.NOT_FOUND;
    }
    if (ramp == null || ramp.done() + 1 != step.step()) {
      return ChangeRefused.Kind.CONFLICT;
    }
    return step(ramp.stepped());
  }

  private ChangeRefused.Kind drain(Change.Drain drain) {
    return replace(
        drain.node(),
        0,
        null,
        0,
        () -> {
          endRamp(drain.node());
          drain.deadlineMillis().ifPresent(at -> deadlines.put(drain.node(), at));
        });
  }

  private void endRamp(String node) {
    Ramp ramp = ramps.remove(node);
    if (ramp != null) {
      ramp.deadlineMillis().ifPresent(at -> deadlines.put(node, at));
    }
  }

  private ChangeRefused.Kind step(Ramp ramp) {
    return replace(
        ramp.node(),
        ramp.weight(),
        null,
        Math.max(ramp.weight(), ramp.to()),
        () -> {
          ramps.put(ramp.node(), ramp);
          if (ramp.finished()) {
            endRamp(ramp.node());
          }
        });
  }
}
