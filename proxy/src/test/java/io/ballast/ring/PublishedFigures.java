package io.ballast.ring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the rows of the published figures, as cells between tabs; an empty cell is kept. */
final class PublishedFigures {
  private PublishedFigures() {}

  static List<String[]> hashes() {
    return rows("ring-hash.tsv");
  }

  /** Rows of points per unit of weight, keys, and the keys of large, medium and small. */
  static List<String[]> shares() {
    return rows("weighted-ring.tsv").stream().filter(row -> row.length == 5).toList();
  }

  /** Rows of large's weight, keys, the keys of large, medium and small, and the moved ones. */
  static List<String[]> drain() {
    return rows("weighted-ring.tsv").stream().filter(row -> row.length == 6).toList();
  }

  private static List<String[]> rows(String resource) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                PublishedFigures.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
