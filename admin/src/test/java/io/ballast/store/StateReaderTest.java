package io.ballast.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateReaderTest {
  private static final String EXAMPLE =
      """
      ballast-state 2
      cluster "phones"
      zone "emea" = backup "asia", configured none
      node "extra" = address "10.0.0.9:6801" zone "emea" weight 20 max-sessions 0, configured none
      node "hub" = none, configured address "hub.example:1" zone "default" weight 1 max-sessions 9
      weight "na-1" = 50, configured 100
      node-zone "na-1" = "asia", configured "default"
      ramp "na-2" = from 100 to 0 steps 10 done 3 spacing-ms 60000 deadline none, configured 100
      ramp "x" = from 1 to 9 steps 2 done 1 spacing-ms 1 deadline 2026-11-30T00:00:00.5Z, configured none
      deadline "z" = 2026-11-30T00:00:00.250Z, configured none
      rebalance = off, configured on
      affinity "lobby \\"\\\\\\xff" = "asia", configured none
      pin "conference-1" = none, configured here
      pin "conference-2" = node "na-1", configured none
      """;

  @TempDir private Path directory;
  private Path path;

  @BeforeEach
  void path() {
    path = directory.resolve("ballast.state");
  }

  private KeptValues read(byte[] bytes) throws IOException {
    Files.deleteIfExists(path);
    Files.write(path, bytes);
    return new StateFile(path, new LocalDisk()).read().get("phones");
  }

  private void refused(byte[] bytes, String... parts) {
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(StateFileException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining(path.toString());
  }

  /** The text with the end line that belongs to it. */
  private static byte[] ended(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(ISO_8859_1));
    byte[] end = StateText.end(text.lines().count(), crc.getValue());
    return (text + new String(end, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  @Test
  void readsEveryKindOfValue() throws Exception {
    KeptValues kept = read(ended(EXAMPLE));

    assertThat(kept.topology().zones()).containsOnlyKeys("emea");
    assertThat(kept.topology().nodes()).containsOnlyKeys("extra", "hub");
    assertThat(kept.topology().weights().get("na-1").value()).contains(50);
    assertThat(kept.topology().weights().get("na-1").configured()).contains(100);
    assertThat(kept.topology().nodeZones()).containsOnlyKeys("na-1");
    assertThat(kept.topology().ramps().get("x").ramp().deadlineMillis())
        .hasValue(1_795_996_800_500L);
    assertThat(kept.topology().deadlines()).containsExactly(entry("z", 1_795_996_800_250L));
    assertThat(kept.topology().rebalance()).contains(false);
    assertThat(kept.affinities().firstKey().bytes())
        .isEqualTo("lobby \"\\\u00ff".getBytes(ISO_8859_1));
    assertThat(kept.pins()).hasSize(2);
  }

  @Test
  void writesWhatItReads() throws Exception {
    KeptValues kept = read(ended(EXAMPLE));
    new StateFile(path, new LocalDisk()).replace(new KeptLines(kept)::writeTo);

    assertThat(Files.readAllBytes(path))
        .asString(ISO_8859_1)
        .isEqualTo(new String(ended(EXAMPLE.replace(".5Z", ".500Z")), ISO_8859_1));
  }

  @Test
  void fileOfTheVersionBeforeIsReadAndWrittenAsTheNext() throws Exception {
    String before =
        EXAMPLE
            .replace("ballast-state 2", "ballast-state 1")
            .replaceFirst("(?m)^deadline .*\n", "");
    KeptValues kept = read(ended(before));

    assertThat(kept.topology().deadlines()).isEmpty();
    assertThat(kept.topology().ramps()).hasSize(2);
    assertThat(bytes(kept)).asString(ISO_8859_1).startsWith("ballast-state 2\ncluster");
  }

  @Test
  void noFileKeepsNothing() throws Exception {
    assertThat(new StateFile(path, new LocalDisk()).read()).isEmpty();
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] whole = ended(EXAMPLE);
    for (int length = 0; length < whole.length; length++) {
      refused(Arrays.copyOf(whole, length), "it is cut short");
    }
  }

  @Test
  void flippedBitInAnyByteIsRefused() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = ended(EXAMPLE);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      assertThatThrownBy(() -> read(damaged))
          .as("seed %d", seed)
          .isInstanceOf(StateFileException.class);
    }
  }

  @Test
  void randomDamageIsRefused() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RandomClusters clusters = new RandomClusters(seed);
    ClusterSettings configured = clusters.configuration("phones");
    KeptValues kept = KeptValues.between(configured, clusters.changed(Snapshot.of(configured), 60));
    byte[] whole = bytes(kept);
    for (int round = 0; round < 500; round++) {
      byte[] damaged = damaged(whole, random);
      if (!Arrays.equals(whole, damaged)) {
        assertThatThrownBy(() -> read(damaged))
            .as("seed %d, round %d", seed, round)
            .isInstanceOf(StateFileException.class);
      }
    }
  }

  private byte[] bytes(KeptValues kept) {
    try {
      new StateFile(path, new LocalDisk()).replace(new KeptLines(kept)::writeTo);
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A stretch overwritten, cut out, doubled, or zeroed as a disk does that lost its blocks. */
  private static byte[] damaged(byte[] whole, Random random) {
    int from = random.nextInt(whole.length);
    int to = from + random.nextInt(whole.length - from + 1);
    byte[] stretch = Arrays.copyOfRange(whole, from, to);
    switch (random.nextInt(4)) {
      case 0 -> random.nextBytes(stretch);
      case 1 -> stretch = new byte[0];
      case 2 -> {
        byte[] once = stretch;
        stretch = Arrays.copyOf(once, once.length * 2);
        System.arraycopy(once, 0, stretch, once.length, once.length);
      }
      default -> Arrays.fill(stretch, (byte) 0);
    }
    byte[] damaged = Arrays.copyOf(whole, from + stretch.length + whole.length - to);
    System.arraycopy(stretch, 0, damaged, from, stretch.length);
    System.arraycopy(whole, to, damaged, from + stretch.length, whole.length - to);
    return damaged;
  }

  @Test
  void fileOfALaterVersionIsRefusedByItsVersion() {
    refused(
        ended(EXAMPLE.replace("ballast-state 2\n", "ballast-state 3\n")),
        "it has version 3 of the format, and this program reads versions up to 2",
        "move it away to start from the configuration alone");
    refused("ballast-state 4\n\u0000binary".getBytes(ISO_8859_1), "version 4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hello", "hello\n", "#!/bin/sh\nexit\n", "\n", "ballast-state 0\n", "\u007fELF"})
  void fileOfAnotherKindIsRefused(String text) {
    refused(text.getBytes(ISO_8859_1), "it is not a state file", "ballast-state 2");
  }

  @Test
  void lineWithoutEndIsNotReadToItsEnd() {
    refused(
        ("ballast-state 2\n" + "x".repeat(100_000)).getBytes(ISO_8859_1), "its line 2 has no end");
  }

  @Test
  void whatFollowsTheEndIsRefused() {
    refused(
        (new String(ended(EXAMPLE), ISO_8859_1) + "\n").getBytes(ISO_8859_1), "follows its end");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "colour \"a\" = 1, configured 2",
        "weight \"a\" = -1, configured 2",
        "weight \"a\" = 01, configured 2",
        "weight \"a\" = 99999999999, configured 2",
        "weight \"a\" = 2, configured 2",
        "weight \"a\" = 1",
        "weight \"a\" = 1, configured 2 ",
        "weight \"a = 1, configured 2",
        "weight \"\\q\" = 1, configured 2",
        "weight \"\\x4\" = 1, configured 2",
        "zone \"a\" = backup \"a\", configured none",
        "zone \"default\" = backup \"a\", configured none",
        "node \"a\" = address \"nowhere\" zone \"b\" weight 1 max-sessions 0, configured none",
        "ramp \"a\" = from 1 to 1 steps 1 done 0 spacing-ms 1 deadline none, configured none",
        "ramp \"a\" = from 1 to 9 steps 1 done 0 spacing-ms 1 deadline noon, configured none",
        "deadline \"a\" = none, configured none",
        "deadline \"a\" = noon, configured none",
        "deadline \"a\" = 2026-11-30T00:00:00Z",
        "deadline \"a\" = 2026-11-30T00:00:00Z, configured 2026-11-30T00:00:00Z",
        "affinity \"\" = \"asia\", configured none",
        "rebalance = on, configured off",
        "pin \"a\" = there, configured none",
        "cluster \"phones\""
      })
  void lineThatCannotBeUnderstoodIsRefusedByNumber(String line) {
    refused(
        ended("ballast-state 2\ncluster \"phones\"\n" + line + "\n"),
        "its line 3 cannot be understood");
  }

  @Test
  void valueThatIsThereTwiceIsRefused() {
    String weight = "weight \"a\" = 1, configured 2\n";
    refused(ended("ballast-state 2\ncluster \"c\"\n" + weight + weight), "line 4", "twice");
  }

  @Test
  void valueOutsideOfAClusterIsRefused() {
    refused(ended("ballast-state 2\nrebalance = off, configured on\n"), "line 2", "cluster line");
  }

  @Test
  void remedyNamesThePreviousCopyIfItIsWhole() throws Exception {
    Path previous = directory.resolve("ballast.state.previous");

    refused(new byte[0], "There is no whole copy " + previous);
    Files.write(previous, ended(EXAMPLE));
    refused(new byte[0], "Put " + previous + " in its place");
    Files.write(previous, Arrays.copyOf(ended(EXAMPLE), 50));
    refused(new byte[0], "There is no whole copy " + previous);
  }
}
