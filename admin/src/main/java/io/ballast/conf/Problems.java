package io.ballast.conf;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The problems found so far, each once however often it is met. Owned by the thread that reads the
 * file.
 */
final class Problems {
  private final Set<Problem> found = new LinkedHashSet<>();

  private int reports;

  void add(Place place, String text) {
    reports++;
    found.add(new Problem(place.file(), place.line(), text));
  }

  /** How often a problem was added, repetitions counted. */
  int reports() {
    return reports;
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Problem> sorted() {
    return found.stream().sorted().toList();
  }
}
