package io.ballast.loadtest.scenario;

import com.typesafe.config.Config;
import io.ballast.loadtest.report.Mark;
import io.ballast.placement.Band;
import io.ballast.placement.BandSettings;
import io.ballast.ring.RingSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that a scenario left behind.
 *
 * @param samples one a second
 * @param marks what was done, and when
 * @param sets the report of the process of sets, line by line
 * @param served the report of the process of backends, line by line
 * @param counters how much each of the proxy's STATS grew; those that did not are left out
 * @param seen what must hold and was seen on the way
 */
record Outcome(
    Layout layout,
    List<Sample> samples,
    List<Mark> marks,
    List<Config> sets,
    List<Config> served,
    Map<String, Long> counters,
    List<MustHold> seen) {

  Outcome {
    samples = List.copyOf(samples);
    marks = List.copyOf(marks);
    sets = List.copyOf(sets);
    served = List.copyOf(served);
    counters = Map.copyOf(counters);
    seen = List.copyOf(seen);
  }

  Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** A number of the sets' totals. */
  long ofSets(String name) {
    return line(sets, "sets").getLong(name);
  }

  /** How many connections of sets ended in a way: {@code reset}, {@code refused} and so on. */
  long endings(String how) {
    return line(sets, "sets").getLong("endings." + how);
  }

  /** How many requests were without an answer when connections ended in a way. */
  long openAtEnd(String how) {
    return line(sets, "sets").getLong("openAtEnd." + how);
  }

  /**
   * How many answers were lost on their way: requests that were served a second time, without those
   * that a set asked again because it had given up waiting.
   */
  long lostOnTheWay() {
    return Math.max(0, ofServed("again") - openAtEnd("unanswered"));
  }

  /** A number of the backends' account. */
  long ofServed(String name) {
    return line(served, "served").getLong(name);
  }

  /** The times that sets were away: {@code moved} or {@code returned}. */
  Config gap(String of) {
    return ofType(sets, "gap")
        .filter(line -> line.getString("of").equals(of))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the sets reported no gap of " + of));
  }

  Config reconnects() {
    return line(sets, "reconnects");
  }

  /** The changes of nodes: who went from where to where, after what. */
  Stream<Config> changes() {
    return ofType(sets, "change");
  }

  /**
   * How many moves there were: a set's connection was closed in order, and it came to another node.
   */
  long moves() {
    return sum(changes().filter(change -> change.getString("after").equals("closed")));
  }

  /** How many sets went from a node to another one, whatever the reason. */
  long changesFrom(String node) {
    return sum(changes().filter(change -> change.getString("from").equals(node)));
  }

  /** How many sets went to a node from another one, whatever the reason. */
  long changesTo(String node) {
    return sum(changes().filter(change -> change.getString("to").equals(node)));
  }

  long allChanges() {
    return sum(changes());
  }

  private static long sum(Stream<Config> changes) {
    return changes.mapToLong(change -> change.getLong("sets")).sum();
  }

  /** Whether a node has no more, and no fewer, sessions than its band allows, at the end. */
  MustHold inBand(String node) {
    Sample end = last();
    long weight = end.weights().getOrDefault(node, 0L);
    int points = Math.toIntExact(weight * RingSettings.DEFAULT_POINTS_PER_WEIGHT);
    Band band = Band.of(BandSettings.DEFAULT, end.target(node), points);
    long sessions = end.on(node);
    return new MustHold(
        "%s ends within its band, %.0f to %.0f"
            .formatted(node, band.lowerEdge(), Math.ceil(band.upperEdge()) + 1),
        sessions >= band.lowerEdge() && sessions <= Math.ceil(band.upperEdge()) + 1,
        Long.toString(sessions));
  }

  private static Config line(List<Config> report, String type) {
    return ofType(report, type)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a report has no line of type " + type));
  }

  private static Stream<Config> ofType(List<Config> report, String type) {
    return report.stream().filter(line -> line.getString("type").equals(type));
  }
}
