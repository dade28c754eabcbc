package io.ballast.balance;

import io.ballast.cluster.Change;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.Snapshot;
import java.util.HashMap;
import java.util.Map;

/**
 * When the further steps of ramps are due: evenly after the first, which was taken with the
 * command. A step that is late is not caught up; those after it follow at the same spacing. After a
 * restart the next step is one spacing away. Owned by the control thread.
 */
final class RampSteps {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Map<String, Next> next = new HashMap<>();

  /** Asks for a change; a refusal needs no answer, the step is asked for again if it is due. */
  interface Submit {
    void submit(Change change);
  }

  /**
   * @param ramp as it was when that was decided
   * @param atNanos when its next step is due
   */
  private record Next(Ramp ramp, long atNanos) {}

  RampSteps() {}

  RampSteps(RampSteps other) {
    next.putAll(other.next);
  }

  /**
   * Submits the steps that are due.
   *
   * @return when to look again, {@link Long#MAX_VALUE} if no ramp runs
   */
  long advance(Snapshot snapshot, long nowNanos, Submit submit) {
    next.keySet().retainAll(snapshot.ramps().keySet());
    long wake = Long.MAX_VALUE;
    for (Ramp ramp : snapshot.ramps().values()) {
      Next due = next.get(ramp.node());
      long spacing = ramp.spacingMillis() * NANOS_PER_MILLI;
      if (due == null || !due.ramp().equals(ramp)) {
        due = new Next(ramp, following(due, ramp, spacing, nowNanos));
        next.put(ramp.node(), due);
      }
      if (due.atNanos() - nowNanos <= 0) {
        // Asked for again a spacing later, should this one be refused or lost.
        due = new Next(ramp, due.atNanos() + spacing);
        next.put(ramp.node(), due);
        submit.submit(new Change.StepRamp(ramp.node(), ramp.done() + 1));
      }
      wake = Math.min(wake, due.atNanos());
    }
    return wake;
  }

  /** When the step after this one is due, given what was decided about the one before it. */
  private static long following(Next before, Ramp ramp, long spacing, long nowNanos) {
    boolean stepped =
        before != null
            && before.ramp().done() + 1 == ramp.done()
            && before.ramp().stepped().equals(ramp);
    // Submitting has put the time of the next step in already.
    return stepped && before.atNanos() - nowNanos > 0 ? before.atNanos() : nowNanos + spacing;
  }
}
