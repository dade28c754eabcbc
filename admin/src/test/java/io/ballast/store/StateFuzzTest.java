package io.ballast.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fuzz.Fuzzing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged state file is refused in words; one that is read is read for what it says. */
final class StateFuzzTest {
  private static final List<String> BODIES =
      List.of(
          """
          cluster "phones"
          zone "emea" = backup "asia", configured none
          weight "na-1" = 50, configured 100
          affinity "lobby \\"\\\\\\xff" = "asia", configured none
          """,
          """
          cluster "a"
          node "x" = address "10.0.0.9:6801" zone "e" weight 20 max-sessions 0, configured none
          ramp "x" = from 9 to 0 steps 3 done 2 spacing-ms 6000 deadline none, configured 100
          pin "c" = node "na-1", configured none
          cluster "b"
          deadline "y" = 2026-11-30T00:00:00.077Z, configured none
          rebalance = off, configured on
          pin "d" = none, configured here
          """);

  @TempDir private Path directory;

  /** The values that the lines say; none if one of them is refused. */
  private static Optional<SortedMap<String, KeptValues>> parse(byte[] body) {
    StateParser parser = new StateParser();
    try {
      for (String line : new String(body, ISO_8859_1).split("\n", -1)) {
        if (!line.isEmpty()) {
          parser.line(line);
        }
      }
      return Optional.of(parser.finish());
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).isNotBlank();
      return Optional.empty();
    }
  }

  private static byte[] text(SortedMap<String, KeptValues> values) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      for (KeptValues kept : values.values()) {
        new KeptLines(kept).writeTo(text::writeBytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toByteArray();
  }

  @Test
  void valuesThatAreReadAreWrittenAndReadBack() {
    AtomicInteger read = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    List<byte[]> seeds = BODIES.stream().map(body -> body.getBytes(ISO_8859_1)).toList();
    Fuzzing.run(
        "state lines",
        30_000,
        seeds,
        body ->
            parse(body)
                .ifPresentOrElse(
                    values -> {
                      byte[] written = text(values);
                      assertThat(text(parse(written).orElseThrow())).isEqualTo(written);
                      read.incrementAndGet();
                    },
                    refused::incrementAndGet));
    assertThat(read).hasPositiveValue();
    assertThat(refused).hasPositiveValue();
  }

  @Test
  void damagedFileIsRefusedInWords() {
    Path file = directory.resolve("state");
    List<byte[]> seeds =
        Stream.concat(BODIES.stream(), Stream.of(""))
            .map(body -> StateText.MAGIC + StateText.VERSION + "\n" + body)
            .map(StateFuzzTest::ended)
            .toList();
    Fuzzing.run(
        "state file",
        1_000,
        seeds,
        bytes -> {
          try {
            Files.write(file, bytes);
            StateReader.read(file);
            assertThat(seeds).contains(bytes);
          } catch (StateReader.Malformed malformed) {
            assertThat(malformed.getMessage()).startsWith("it");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static byte[] ended(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(ISO_8859_1));
    byte[] end = StateText.end(text.lines().count(), crc.getValue());
    return (text + new String(end, ISO_8859_1)).getBytes(ISO_8859_1);
  }
}
