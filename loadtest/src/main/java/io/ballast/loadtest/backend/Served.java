package io.ballast.loadtest.backend;

import io.ballast.loadtest.report.JsonLine;
import io.ballast.sim.RequestObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts which requests the backends served, over all of them: a set numbers its requests from 1,
 * and each is served once. A second time means that its answer was lost on the way; a number left
 * out, that the request was. May be used from any thread.
 */
public final class Served implements RequestObserver {
  private final Map<String, Long> lastOfSet = new HashMap<>();
  private final Map<String, long[]> nodes = new TreeMap<>();
  private long once;
  private long again;
  private long leftOut;
  private long malformed;

  @Override
  public synchronized void served(String node, String request) {
    String[] words = request.split(" ", 4);
    if (words.length == 2 && words[0].equals("HELLO")) {
      nodes.computeIfAbsent(node, name -> new long[2])[0]++;
      return;
    }
    long number = words.length >= 3 && words[0].equals("MSG") ? number(words[2]) : -1;
    if (number < 1) {
      malformed++;
      return;
    }
    nodes.computeIfAbsent(node, name -> new long[2])[1]++;
    long last = lastOfSet.getOrDefault(words[1], 0L);
    if (number <= last) {
      again++;
      return;
    }
    once++;
    leftOut += number - last - 1;
    lastOfSet.put(words[1], number);
  }

  private static long number(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Counts anew; which requests were served is not forgotten. */
  public synchronized void mark() {
    nodes.clear();
    once = 0;
    again = 0;
    leftOut = 0;
    malformed = 0;
  }

  /** How many requests were served a second time, or once more. */
  public synchronized long again() {
    return again;
  }

  /** Whether every request was served once, as far as the numbers tell. */
  public synchronized boolean isClean() {
    return again == 0 && leftOut == 0 && malformed == 0;
  }

  /** The account, and each node's share of it. */
  public synchronized List<JsonLine> report() {
    List<JsonLine> lines = new ArrayList<>();
    lines.add(
        JsonLine.of("served")
            .with("once", once)
            .with("again", again)
            .with("leftOut", leftOut)
            .with("malformed", malformed));
    nodes.forEach(
        (name, counts) ->
            lines.add(
                JsonLine.of("node")
                    .with("node", name)
                    .with("greetings", counts[0])
                    .with("requests", counts[1])));
    return lines;
  }
}
