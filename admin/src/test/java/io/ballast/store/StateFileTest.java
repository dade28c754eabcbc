package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
  private static final int MORE_THAN_ALL_STEPS = 20;

  @TempDir private Path directory;
  private final FailingDisk disk = new FailingDisk();
  private Path path;
  private StateFile file;

  @BeforeEach
  void file() {
    path = directory.resolve("ballast.state");
    file = new StateFile(path, disk);
  }

  private void write(int weight) throws IOException {
    SortedMap<String, Kept<Integer>> weights = KeptTopology.sorted();
    weights.put("a", new Kept<>(Optional.of(weight), Optional.of(100)));
    KeptTopology none = KeptTopology.NONE;
    KeptTopology topology =
        new KeptTopology(
            none.zones(),
            none.nodes(),
            weights,
            none.nodeZones(),
            none.ramps(),
            none.deadlines(),
            none.rebalance());
    KeptValues empty = KeptValues.none("c");
    KeptValues kept = new KeptValues("c", topology, empty.affinities(), empty.pins());
    file.replace(new KeptLines(kept)::writeTo);
  }

  /** What a start would find: the weight in the file, 100 if there is none. */
  private static int found(Path path) throws IOException {
    KeptValues kept = new StateFile(path, new LocalDisk()).read().get("c");
    return kept == null ? 100 : kept.topology().weights().get("a").value().orElseThrow();
  }

  @Test
  void contentIsSyncedBeforeItIsNamedAndTheNameAfterwards() throws Exception {
    write(1);
    write(2);

    assertThat(disk.steps())
        .containsExactly(
            "create tmp",
            "write",
            "sync",
            "rename tmp to state",
            "sync directory",
            "create tmp",
            "write",
            "sync",
            "link previous",
            "rename tmp to state",
            "sync directory");
  }

  @Test
  void previousCopyIsTheOneBefore() throws Exception {
    write(1);
    write(2);
    write(3);

    assertThat(found(path)).isEqualTo(3);
    assertThat(found(directory.resolve("ballast.state.previous"))).isEqualTo(2);
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void firstWriteKilledAtAnyStepLeavesNothingOrAll() throws Exception {
    for (int steps = 0; steps < MORE_THAN_ALL_STEPS; steps++) {
      disk.mend();
      Files.deleteIfExists(path);
      disk.killAfter(steps);
      try {
        write(1);
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("no ");
      }

      assertThat(found(path)).as("%d steps", steps).isIn(100, 1);
    }
  }

  @Test
  void laterWriteKilledAtAnyStepLeavesTheOldOrTheNew() throws Exception {
    write(0);
    int last = 0;
    for (int steps = 0; steps < MORE_THAN_ALL_STEPS; steps++) {
      disk.killAfter(steps);
      boolean done = true;
      try {
        write(steps + 1);
      } catch (IOException e) {
        done = false;
      }

      assertThat(found(path))
          .as("%d steps", steps)
          .isIn(done ? List.of(steps + 1) : List.of(last, steps + 1));
      disk.mend();
      last = steps + 50;
      write(last);
    }
  }

  @Test
  void writeThatFailsAtAnyStepLeavesTheOldAndLaterOnesWork() throws Exception {
    write(0);
    int last = 0;
    int failures = 0;
    for (int steps = 0; steps < MORE_THAN_ALL_STEPS; steps++) {
      disk.failAfter(steps);
      try {
        write(steps + 1);
        last = steps + 1;
      } catch (IOException e) {
        failures++;
        assertThat(e.getSuppressed()).isEmpty();
      }

      assertThat(found(path)).as("%d steps", steps).isEqualTo(last);
      assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
      disk.mend();
      last = steps + 50;
      write(last);
      assertThat(found(path)).isEqualTo(last);
    }
    assertThat(failures).isEqualTo(6);
  }

  @Test
  void firstWriteThatFailsLeavesNoFile() throws Exception {
    for (int steps = 0; steps < 5; steps++) {
      disk.failAfter(steps);
      assertThatThrownBy(() -> write(1)).isInstanceOf(IOException.class);

      assertThat(directory).as("%d steps", steps).isEmptyDirectory();
    }
  }

  @Test
  void leftoversOfAKilledWriteAreReplaced() throws Exception {
    write(1);
    Files.writeString(directory.resolve("ballast.state.tmp"), "half");
    Files.createLink(directory.resolve("ballast.state.previous"), path);
    Files.writeString(directory.resolve("ballast.state.previous.tmp"), "half");

    write(2);

    assertThat(found(path)).isEqualTo(2);
    assertThat(found(directory.resolve("ballast.state.previous"))).isEqualTo(1);
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }
}
