package io.ballast.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a scrape gave, taken apart.
 *
 * @param text in the Prometheus text format
 */
record Scrape(String text) {
  private static final Pattern LABEL = Pattern.compile("([a-z]+)=\"");

  private Stream<String> lines() {
    return Arrays.stream(text.split("\n"));
  }

  /** The text behind {@code # HELP} or {@code # TYPE} of each metric. */
  Map<String, String> described(String what) {
    Map<String, String> texts = new TreeMap<>();
    lines()
        .filter(line -> line.startsWith("# " + what + " "))
        .map(line -> line.split(" ", 4))
        .forEach(words -> texts.put(words[2], words[3]));
    return texts;
  }

  /** The lines of values. */
  List<String> series() {
    return lines().filter(line -> !line.startsWith("#")).toList();
  }

  /** The keys of all labels. */
  Set<String> labels() {
    return labels("");
  }

  /** The keys of a metric's labels, less those of a distribution's parts. */
  Set<String> labelsOf(String metric) {
    Set<String> labels = labels(metric);
    labels.remove("le");
    return labels;
  }

  private Set<String> labels(String metric) {
    Pattern series = Pattern.compile(metric + "(_bucket|_count|_sum)?([{ ].*)");
    Set<String> labels = new TreeSet<>();
    for (String line : series()) {
      if (!metric.isEmpty() && !series.matcher(line).matches()) {
        continue;
      }
      Matcher matcher = LABEL.matcher(line);
      while (matcher.find()) {
        labels.add(matcher.group(1));
      }
    }
    return labels;
  }

  /** The value of a series, written as it is in the text, its labels sorted. */
  Optional<Double> value(String series) {
    return series().stream()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> Double.valueOf(line.substring(series.length() + 1)))
        .findFirst();
  }
}
