package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StoreFailureTest extends StoreFixture {
  @Test
  void directoryThatCannotBeMadeIsAClearError() throws Exception {
    Files.writeString(directory.resolve("plain"), "");
    path = directory.resolve("plain/ballast.state");

    assertThatThrownBy(this::open)
        .isInstanceOf(StateFileException.class)
        .hasMessageContainingAll(
            path.toString(), "directory cannot be made", "plain is in the way");
  }

  @Test
  void pathOfADirectoryIsAClearError() {
    path = directory;

    assertThatThrownBy(this::open)
        .isInstanceOf(StateFileException.class)
        .hasMessageContaining("no regular file");
  }

  @Test
  void damagedFileIsRefusedAndLeftAsItIs() throws Exception {
    open();
    change(start(configured("one", 100)), weight(50));
    store.close();
    Files.writeString(path, "damaged");

    assertThatThrownBy(this::open).isInstanceOf(StateFileException.class);
    assertThat(Files.readString(path)).isEqualTo("damaged");
  }

  @Test
  void secondStoreOnAFileIsRefused() throws Exception {
    open();

    assertThatThrownBy(() -> Store.open(path, StoreObserver.NONE))
        .isInstanceOf(StateFileException.class)
        .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
  }

  @Test
  void startGoesOnWhenTheEditedValueCannotBeTakenOut() throws Exception {
    open();
    change(start(configured("one", 100)), weight(50));
    open();
    disk.failAfter(0);

    assertThat(weight(store.restore(configured("one", 70)))).isEqualTo(70);
  }

  @Test
  void changeThatCannotBeWrittenIsRefusedAndLaterOnesWork() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    change(one, new Change.SetZone(SetId.of("x"), "default"));
    for (int steps = 0; steps < 6; steps++) {
      disk.failAfter(steps);
      refused(
          one,
          new Change.SetZone(SetId.of("y"), "default"),
          "cannot be written: no ",
          path.toString());
      disk.mend();
      assertThat(one.snapshot().affinity().sets().get(SetId.of("y"))).isNull();
      change(one, weight(51 + steps));
      assertThat(Files.readString(path)).contains("\"x\"").doesNotContain("\"y\"");
    }

    open();
    assertThat(weight(store.restore(configured("one", 100)))).isEqualTo(56);
    assertThat(writes.failures).hasValue(6);
  }

  @Test
  void writeThatCannotBeTakenBackSaysSoAndTheNextOneMendsIt() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    disk.killAfter(5);
    refused(one, weight(60), "no sync directory", "would make the refused change");
    disk.mend();
    change(one, new Change.Rebalance(false));

    assertThat(Files.readString(path)).contains("\"a\" = 50");
  }

  @Test
  void changeOfAClusterThatWasNotRestoredFailsAlone() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    Cluster stray = new Cluster(Snapshot.of(configured("stray", 100)), control, store);

    refused(stray, weight(50), "stray was not restored");
    change(one, weight(50));
    assertThat(Files.readString(path)).doesNotContain("stray");
  }

  @Test
  void directoryThatCannotBeWrittenRefusesTheChange() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    Path obstacle = Files.createDirectory(path.resolveSibling("ballast.state.tmp"));

    refused(one, weight(60), "Is a directory", "repeat the command");
    assertThat(Files.readString(path)).contains("\"a\" = 50");
    Files.deleteIfExists(obstacle);
    change(one, weight(60));
  }

  @Test
  void fullDiskRefusesTheChangeUntilThereIsRoom() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("small"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", mount.toString()))
        .as("mounting a small file system, which needs root, failed")
        .isZero();
    try {
      path = mount.resolve("ballast.state");
      open();
      Cluster one = start(configured("one", 100));
      change(one, weight(50));
      Path filler = mount.resolve("filler");
      assertThat(run("dd", "if=/dev/zero", "of=" + filler, "bs=4k")).isNotZero();

      refused(one, weight(60), "No space left on device", "last answered OK");
      assertThat(Files.readString(path)).contains("\"a\" = 50");
      Files.delete(filler);
      change(one, weight(60));
      assertThat(Files.readString(path)).contains("\"a\" = 60");
    } finally {
      store.close();
      run("umount", mount.toString());
    }
  }

  @Test
  void readOnlyDirectoryRefusesTheChangeUntilItIsWritable() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    String state = path.getParent().toString();
    assumeThat(run("mount", "--bind", state, state))
        .as("mounting a directory read-only, which needs root, failed")
        .isZero();
    try {
      assertThat(run("mount", "-o", "remount,ro,bind", state)).isZero();
      refused(one, weight(60), "Read-only file system", "last answered OK");
    } finally {
      run("umount", state);
    }
    assertThat(Files.readString(path)).contains("\"a\" = 50");
    change(one, weight(60));
  }

  @Test
  void reconfigurationThatCannotBeWrittenIsTakenBack() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    disk.failAfter(0);
    refused(one, new Change.Reconfigure(configured("one", 50), one.snapshot()), "written");
    change(one, weight(60));

    assertThat(Files.readString(path)).contains("\"a\" = 60, configured 100");
  }

  @Test
  void firstReconfigurationThatCannotBeWrittenIsTakenBack() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    disk.failAfter(0);
    refused(one, new Change.Reconfigure(configured("one", 50), one.snapshot()), "written");
    change(one, weight(60));

    assertThat(Files.readString(path)).contains("\"a\" = 60, configured 100");
  }

  @Test
  void changeAfterCloseIsRefused() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    store.close();

    refused(one, weight(50), "the store is closed");
  }
}
