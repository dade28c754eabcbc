package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.SetId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StoreTest extends StoreFixture {
  @Test
  void changesOfEveryClusterComeBack() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    Cluster two = start(configured("two", 100));
    change(one, weight(50));
    change(two, new Change.SetZone(SetId.of("lobby"), "default"));

    open();

    assertThat(weight(store.restore(configured("one", 100)))).isEqualTo(50);
    assertThat(store.restore(configured("two", 100)).affinity().sets().get(SetId.of("lobby")))
        .isEqualTo("default");
  }

  @Test
  void clusterIsRestoredOnce() throws Exception {
    open();
    store.restore(configured("one", 100));

    assertThatThrownBy(() -> store.restore(configured("one", 100)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one was restored before");
  }

  @Test
  void fileIsTextThatAPersonCanRead() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));

    assertThat(Files.readAllLines(path))
        .startsWith("ballast-state 2", "cluster \"one\"", "weight \"a\" = 50, configured 100")
        .hasSize(4);
  }

  @Test
  void valueSetBackToTheConfiguredOneIsNoLongerKept() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    change(one, weight(100));

    assertThat(Files.readAllLines(path)).hasSize(2);
  }

  @Test
  void directoryThatIsMissingIsMade() throws Exception {
    path = directory.resolve("a/b/c/ballast.state");
    open();
    change(start(configured("one", 100)), weight(50));

    assertThat(path).isRegularFile();
  }

  @Test
  void symbolicLinkIsFollowedNotReplaced() throws Exception {
    Path real = directory.resolve("real.state");
    Path link = directory.resolve("link.state");
    path = real;
    open();
    change(start(configured("one", 100)), weight(50));
    Files.createSymbolicLink(link, real);
    path = link;
    open();
    change(start(configured("one", 100)), weight(60));

    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).contains("60");
  }

  @Test
  void editedValueIsGoneFromTheFileForGood() throws Exception {
    open();
    change(start(configured("one", 100)), weight(50));
    open();
    assertThat(weight(store.restore(configured("one", 70)))).isEqualTo(70);
    open();

    assertThat(weight(store.restore(configured("one", 100)))).isEqualTo(100);
  }

  @Test
  void startWithoutAnEditWritesNothing() throws Exception {
    open();
    change(start(configured("one", 100)), weight(50));
    open();
    int before = writes.files.get();
    store.restore(configured("one", 100));

    assertThat(writes.files).hasValue(before);
  }

  @Test
  void clusterThatIsNotConfiguredIsKept() throws Exception {
    open();
    change(start(configured("one", 100)), weight(50));
    open();
    change(start(configured("two", 100)), weight(60));
    open();

    assertThat(weight(store.restore(configured("one", 100)))).isEqualTo(50);
    assertThat(weight(store.restore(configured("two", 100)))).isEqualTo(60);
  }

  @Test
  void writesThatWaitShareOneFile() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch writing = new CountDownLatch(1);
    disk.beforeCreate(
        () -> {
          writing.countDown();
          await(held);
        });
    open();
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clusters.add(start(configured("c" + i, 100)));
    }
    List<CompletableFuture<Applied>> answers = new ArrayList<>();
    answers.add(submit(clusters.get(0), weight(1)));
    writing.await();
    for (Cluster cluster : clusters) {
      for (int i = 2; i <= 50; i++) {
        answers.add(submit(cluster, weight(i)));
      }
    }
    control.submit(() -> {}).get();
    held.countDown();
    answers.forEach(CompletableFuture::join);

    assertThat(writes.mostRequests.get()).isGreaterThanOrEqualTo(7);
    assertThat(writes.files.get()).as("%d changes", answers.size()).isLessThanOrEqualTo(17);
    assertThat(clusters).allMatch(cluster -> weight(cluster.snapshot()) == 50);
  }

  @Test
  void reconfiguredClusterIsComparedWithTheNewConfiguration() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    change(one, new Change.Reconfigure(configured("one", 50), one.snapshot()));
    assertThat(Files.readAllLines(path)).hasSize(2);
    change(one, weight(60));

    assertThat(Files.readString(path)).contains("\"a\" = 60, configured 50");
  }

  @Test
  void changesThatShareAWriteWithAReconfigurationAreComparedWithTheNewConfiguration()
      throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    CompletableFuture<Applied> edit =
        one.submit(current -> new Change.Reconfigure(configured("one", 50), current))
            .toCompletableFuture();
    CompletableFuture<Applied> weight = submit(one, weight(60));
    CompletableFuture.allOf(edit, weight).join();

    assertThat(Files.readString(path)).contains("\"a\" = 60, configured 50");
  }

  @Test
  void retiredClusterIsRestoredWithWhatWasChanged() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    store.retire(one.retire().toCompletableFuture().join());
    assertThat(Files.readString(path)).contains("\"a\" = 50, configured 100");

    assertThat(weight(start(configured("one", 100)).snapshot())).isEqualTo(50);
  }

  @Test
  void retiredClusterThatIsEditedBeforeItIsBackFollowsTheEdit() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    change(one, weight(50));
    store.retire(one.retire().toCompletableFuture().join());

    assertThat(weight(start(configured("one", 70)).snapshot())).isEqualTo(70);
    assertThat(Files.readAllLines(path)).hasSize(2);
  }

  @Test
  void closeWritesWhatWaits() throws Exception {
    open();
    Cluster one = start(configured("one", 100));
    CompletableFuture<Applied> answer = submit(one, weight(50));
    control.submit(() -> {}).get();
    store.close();

    assertThat(Files.readString(path)).contains("\"a\" = 50");
    answer.join();
  }
}
