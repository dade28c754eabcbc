package io.ballast.identity;

import io.ballast.fuzz.Hex;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The first bytes that real clients and proxies sent, with the answer that is expected. */
final class Captures {
  /**
   * One of them.
   *
   * @param name protocol and client
   * @param answer the identity or address, or a word
   * @param hex the bytes
   */
  record Capture(String name, String answer, String hex) {
    byte[] bytes() {
      return Hex.bytes(hex);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Captures() {}

  /** Those whose names start with the protocol. */
  static List<Capture> of(String protocol) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Captures.class.getResourceAsStream("captures.tsv"), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> line.startsWith(protocol + "-"))
          .map(line -> line.split("\t", -1))
          .map(fields -> new Capture(fields[0], fields[1], fields[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of those whose names start with the protocol. */
  static List<byte[]> bytesOf(String protocol) {
    return of(protocol).stream().map(Capture::bytes).toList();
  }
}
