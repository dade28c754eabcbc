package io.ballast.loadtest.set;

import io.ballast.loadtest.report.JsonLine;
import java.util.Locale;
import java.util.SortedMap;

/**
 * How the sets stand at a moment.
 *
 * @param seconds since the start
 * @param connected how many of the sets are connected and were greeted
 * @param setsOnNode where they are
 * @param reconnects how many came back since the progress before
 * @param wrong answers lost, doubled, reordered or foreign, since the start
 */
public record SetProgress(
    double seconds,
    int sets,
    int connected,
    SortedMap<String, Integer> setsOnNode,
    long reconnects,
    long answered,
    long wrong) {

  /** For a program. */
  public JsonLine toJson() {
    return JsonLine.of("progress")
        .with("seconds", seconds)
        .with("sets", sets)
        .with("connected", connected)
        .with("setsOnNode", setsOnNode)
        .with("reconnects", reconnects)
        .with("answered", answered)
        .with("wrong", wrong);
  }

  /** For a person. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%5.0f s  %d of %d sets connected  %d back  %d answered  %d wrong  %s",
        seconds,
        connected,
        sets,
        reconnects,
        answered,
        wrong,
        setsOnNode);
  }
}
