package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.testing.ManualScheduler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The one writer of a cluster, with a log whose writes end when the test says so. */
class ClusterTest {
  private final ManualScheduler control = new ManualScheduler();
  private final List<List<Change>> writes = new ArrayList<>();
  private final List<CompletableFuture<Void>> open = new ArrayList<>();
  private final List<Snapshot> published = new ArrayList<>();
  private final Cluster cluster =
      new Cluster(
          Snapshot.of(ClusterSettings.of("c", List.of(node("a"), node("b")))),
          control,
          (changes, before, after) -> {
            writes.add(changes);
            open.add(new CompletableFuture<>());
            return open.get(open.size() - 1);
          });

  private static Node node(String name) {
    return new Node(name, HostPort.parse("10.0.0.1:1"), Zone.DEFAULT, 1);
  }

  private CompletableFuture<Applied> submit(Change change) {
    return submit(change, Precondition.NONE);
  }

  private CompletableFuture<Applied> submit(Change change, Precondition precondition) {
    CompletionStage<Applied> answer = cluster.submit(change, precondition);
    control.runDue();
    return answer.toCompletableFuture();
  }

  /** Ends the last write well. */
  private void durable() {
    assertThat(open.get(open.size() - 1).complete(null)).isTrue();
    control.runDue();
  }

  private int weight(String node) {
    return cluster.snapshot().node(node).orElseThrow().node().weight();
  }

  private Health health(String node) {
    return cluster.snapshot().node(node).orElseThrow().health();
  }

  private static ChangeRefused refusal(CompletableFuture<Applied> answer) {
    assertThat(answer).isCompletedExceptionally();
    return answer.handle((applied, failure) -> (ChangeRefused) failure).join();
  }

  @Test
  void changeIsMadeOfTheSnapshotThatItReplaces() {
    submit(new Change.SetWeight("a", 5));
    CompletableFuture<Applied> made =
        cluster
            .submit(
                current ->
                    new Change.SetWeight("a", 2 * current.node("a").orElseThrow().node().weight()))
            .toCompletableFuture();
    control.runDue();
    durable();
    durable();

    assertThat(made).isCompleted();
    assertThat(weight("a")).isEqualTo(10);
  }

  @Test
  void reconfigurationIsWrittenEvenIfNothingInTheClusterDiffers() {
    ClusterSettings edited = ClusterSettings.of("c", List.of(node("a")));
    CompletableFuture<Applied> answer = submit(new Change.Reconfigure(edited, cluster.snapshot()));
    durable();

    assertThat(answer).isCompleted();
    assertThat(writes).hasSize(1);
  }

  @Test
  void reconfigurationKeepsTheHealthOfNodes() {
    cluster.setHealth("a", Health.DOWN);
    control.runDue();
    ClusterSettings edited = ClusterSettings.of("c", List.of(node("a").withWeight(7), node("new")));
    submit(new Change.Reconfigure(edited, Snapshot.of(edited)));
    durable();

    assertThat(health("a")).isEqualTo(Health.DOWN);
    assertThat(health("new")).isEqualTo(Health.UP);
    assertThat(weight("a")).isEqualTo(7);
    assertThat(cluster.snapshot().node("b")).isEmpty();
  }

  @Test
  void retiredClusterEndsTheWriteUnderWayAndRefusesEveryChangeAfterIt() {
    CompletableFuture<Applied> before = submit(new Change.SetWeight("a", 5));
    CompletableFuture<Snapshot> last = cluster.retire().toCompletableFuture();
    CompletableFuture<Applied> after = submit(new Change.SetWeight("a", 6));
    assertThat(last).isNotDone();
    durable();

    assertThat(before).isCompleted();
    assertThat(last.join().node("a").orElseThrow().node().weight()).isEqualTo(5);
    assertThat(refusal(after)).hasMessageContaining("cluster c was removed");
    assertThat(writes).hasSize(1);
  }

  @Test
  void changeIsAppliedAndAnsweredOnlyWhenItIsDurable() {
    Snapshot before = cluster.snapshot();
    CompletableFuture<Applied> answer = submit(new Change.SetWeight("a", 5));
    assertThat(weight("a")).isEqualTo(1);
    assertThat(answer).isNotDone();

    durable();
    assertThat(weight("a")).isEqualTo(5);
    assertThat(answer).isCompletedWithValue(new Applied(before, cluster.snapshot(), true));
  }

  @Test
  void observersSeeTheNewSnapshotBeforeTheAnswer() {
    List<String> order = new ArrayList<>();
    cluster.observe((before, after, changes) -> order.add("published " + changes));
    CompletableFuture<Void> unused =
        submit(new Change.SetWeight("a", 5)).thenAccept(applied -> order.add("answered"));
    durable();
    assertThat(order).containsExactly("published [SetWeight[node=a, weight=5]]", "answered");
  }

  @Test
  void changesThatArriveDuringAWriteShareTheNextOne() {
    submit(new Change.SetWeight("a", 2));
    CompletableFuture<Applied> second = submit(new Change.SetWeight("a", 3));
    CompletableFuture<Applied> third = submit(new Change.SetWeight("b", 4));
    assertThat(writes).hasSize(1);

    durable();
    assertThat(writes).hasSize(2);
    assertThat(writes.get(1))
        .containsExactly(new Change.SetWeight("a", 3), new Change.SetWeight("b", 4));
    durable();
    assertThat(second).isCompleted();
    assertThat(third).isCompleted();
    assertThat(weight("a")).isEqualTo(3);
    assertThat(weight("b")).isEqualTo(4);
  }

  @Test
  void refusedChangeOfABatchHarmsNoOther() {
    submit(new Change.SetWeight("a", 2));
    CompletableFuture<Applied> bad = submit(new Change.SetWeight("none", 3));
    CompletableFuture<Applied> good = submit(new Change.SetWeight("b", 4));
    durable();
    durable();
    assertThat(refusal(bad).kind()).isEqualTo(ChangeRefused.Kind.NOT_FOUND);
    assertThat(good).isCompleted();
    assertThat(writes.get(1)).containsExactly(new Change.SetWeight("b", 4));
  }

  @Test
  void failedWriteRefusesItsChangesAndLaterOnesGoOn() {
    Snapshot before = cluster.snapshot();
    CompletableFuture<Applied> first = submit(new Change.SetWeight("a", 2));
    CompletableFuture<Applied> second = submit(new Change.SetWeight("b", 3));
    open.get(0).completeExceptionally(new CompletionException(new IOException("disk full")));
    control.runDue();

    assertThat(refusal(first).kind()).isEqualTo(ChangeRefused.Kind.FAILED);
    assertThat(refusal(first)).hasMessageEndingWith("so it was not made: disk full");
    assertThat(cluster.snapshot()).isSameAs(before);
    durable();
    assertThat(second).isCompleted();
    assertThat(weight("a")).isEqualTo(1);
    assertThat(weight("b")).isEqualTo(3);
  }

  @Test
  void failedWriteRefusesTheWholeBatch() {
    submit(new Change.SetWeight("a", 2));
    CompletableFuture<Applied> second = submit(new Change.SetWeight("a", 3));
    CompletableFuture<Applied> third = submit(new Change.SetWeight("b", 3));
    durable();
    open.get(1).completeExceptionally(new IOException("disk full"));
    control.runDue();
    assertThat(refusal(second).kind()).isEqualTo(ChangeRefused.Kind.FAILED);
    assertThat(refusal(third).kind()).isEqualTo(ChangeRefused.Kind.FAILED);
    assertThat(weight("a")).isEqualTo(2);
    assertThat(weight("b")).isEqualTo(1);
  }

  @Test
  void changeThatIsInPlaceIsAnsweredWithoutAWrite() {
    CompletableFuture<Applied> answer = submit(new Change.SetWeight("a", 1));
    assertThat(answer)
        .isCompletedWithValue(new Applied(cluster.snapshot(), cluster.snapshot(), false));
    assertThat(writes).isEmpty();
  }

  @Test
  void healthSetDuringAWriteIsKept() {
    submit(new Change.SetWeight("a", 5));
    cluster.setHealth("b", Health.DOWN);
    control.runDue();
    assertThat(health("b")).isEqualTo(Health.DOWN);
    durable();
    assertThat(health("b")).isEqualTo(Health.DOWN);
    assertThat(weight("a")).isEqualTo(5);
  }

  @Test
  void versionsRiseWhateverHappensDuringAWrite() {
    List<Runnable> meanwhile =
        List.of(
            () -> {},
            () -> cluster.setHealth("b", Health.DOWN),
            () -> cluster.setHealth("b", Health.UP),
            () -> {
              cluster.setHealth("b", Health.DOWN);
              cluster.setHealth("b", Health.UP);
            },
            () -> {
              cluster.setHealth("b", Health.DOWN);
              cluster.setHealth("b", Health.UP);
              cluster.setHealth("b", Health.DOWN);
            });
    cluster.observe(
        (before, after, changes) -> assertThat(after.version()).isGreaterThan(before.version()));
    cluster.observe((before, after, changes) -> published.add(after));
    for (int i = 0; i < meanwhile.size(); i++) {
      long before = cluster.snapshot().version();
      submit(new Change.SetWeight("a", 10 + i));
      meanwhile.get(i).run();
      control.runDue();
      durable();
      assertThat(cluster.snapshot().version()).isGreaterThan(before);
    }
    for (int i = 1; i < published.size(); i++) {
      assertThat(published.get(i).version()).isGreaterThan(published.get(i - 1).version());
    }
  }

  @Test
  void healthOfANodeThatAWriteRemovesIsDropped() {
    submit(new Change.RemoveNode("b"));
    cluster.setHealth("b", Health.DOWN);
    control.runDue();
    long version = cluster.snapshot().version();
    durable();
    assertThat(cluster.snapshot().node("b")).isEmpty();
    assertThat(cluster.snapshot().version()).isGreaterThan(version);
  }

  @Test
  void healthOfAnUnknownNodeChangesNothing() {
    Snapshot before = cluster.snapshot();
    cluster.setHealth("none", Health.DOWN);
    cluster.setHealth("a", Health.UP);
    control.runDue();
    assertThat(cluster.snapshot()).isSameAs(before);
  }

  @Test
  void preconditionIsCheckedAgainstWhatIsInPlaceWhenItsTurnComes() {
    Precondition weightIsOne =
        current -> {
          if (current.node("a").orElseThrow().node().weight() != 1) {
            throw new ChangeRefused(ChangeRefused.Kind.CONFLICT, "changed meanwhile");
          }
        };
    CompletableFuture<Applied> first = submit(new Change.SetWeight("a", 2), weightIsOne);
    CompletableFuture<Applied> second = submit(new Change.SetWeight("a", 3), weightIsOne);
    durable();
    assertThat(first).isCompleted();
    assertThat(refusal(second)).hasMessage("changed meanwhile");
    assertThat(weight("a")).isEqualTo(2);
  }

  @Test
  void changeWithAPreconditionComesFirstInItsWrite() {
    List<Integer> seen = new ArrayList<>();
    Precondition looks = current -> seen.add(weightIn(current));
    submit(new Change.SetWeight("a", 2));
    submit(new Change.SetWeight("a", 3));
    submit(new Change.SetWeight("b", 3), looks);
    submit(new Change.SetWeight("b", 4));
    durable();
    durable();
    durable();
    assertThat(seen).containsExactly(3);
    assertThat(writes.get(2))
        .containsExactly(new Change.SetWeight("b", 3), new Change.SetWeight("b", 4));
  }

  private static int weightIn(Snapshot snapshot) {
    return snapshot.node("a").orElseThrow().node().weight();
  }

  @Test
  void whatThrowsIsAnsweredAndStopsNoLaterChange() {
    CompletableFuture<Applied> answer =
        submit(
            new Change.SetWeight("a", 2),
            current -> {
              throw new IllegalStateException("broken");
            });
    assertThat(refusal(answer).kind()).isEqualTo(ChangeRefused.Kind.FAILED);
    assertThat(refusal(answer)).hasMessageEndingWith("broken");

    cluster.observe(
        (before, after, changes) -> {
          throw new IllegalStateException("observer");
        });
    CompletableFuture<Applied> next = submit(new Change.SetWeight("a", 3));
    durable();
    assertThat(next).isCompleted();
  }

  @Test
  void logThatThrowsRefusesTheChangesAndStopsNoLaterOne() {
    boolean[] broken = {true};
    Cluster other =
        new Cluster(
            cluster.snapshot(),
            control,
            (changes, before, after) -> {
              if (broken[0]) {
                throw new IllegalStateException("no log");
              }
              return CompletableFuture.completedFuture(null);
            });
    CompletionStage<Applied> first = other.submit(new Change.SetWeight("a", 2), Precondition.NONE);
    control.runDue();
    assertThat(refusal(first.toCompletableFuture()).kind()).isEqualTo(ChangeRefused.Kind.FAILED);
    broken[0] = false;
    CompletionStage<Applied> next = other.submit(new Change.SetWeight("a", 3), Precondition.NONE);
    control.runDue();
    assertThat(next).isCompleted();
  }
}
