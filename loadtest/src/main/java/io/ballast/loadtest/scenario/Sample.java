package io.ballast.loadtest.scenario;

import io.ballast.loadtest.report.JsonLine;
import java.util.List;
import java.util.Map;

/**
 * How things stand at a moment of a scenario.
 *
 * @param seconds since the sets were started
 * @param load the live sessions on each node, by the proxy's LOAD
 * @param weights the proxy's WEIGHTS
 * @param targets how many sessions each node should have
 * @param connected how many sets have a connection that answers, by the sets themselves
 * @param seen how many of them each node answers, by the sets themselves
 * @param reconnects how many sets came back in the second before
 * @param status the lines of the proxy's STATUS; none when it has no such command
 */
record Sample(
    double seconds,
    Map<String, Long> load,
    Map<String, Long> weights,
    Map<String, Double> targets,
    int connected,
    Map<String, Long> seen,
    int reconnects,
    List<String> status) {

  long on(String node) {
    return load.getOrDefault(node, 0L);
  }

  /** How many sets believe that they are on a node. */
  long seenOn(String node) {
    return seen.getOrDefault(node, 0L);
  }

  double target(String node) {
    return targets.getOrDefault(node, 0.0);
  }

  JsonLine toJson() {
    return JsonLine.of("sample")
        .with("seconds", seconds)
        .with("load", load)
        .with("weights", weights)
        .with("targets", targets)
        .with("connected", connected)
        .with("seen", seen)
        .with("reconnects", reconnects)
        .with("status", status);
  }
}
