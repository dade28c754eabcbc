package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store in a directory of its own, on a disk that fails when told to. */
abstract class StoreFixture {
  @TempDir Path directory;
  final ExecutorService control = Executors.newSingleThreadExecutor();
  final FailingDisk disk = new FailingDisk();
  final Writes writes = new Writes();
  Path path;
  Store store;

  /** Counts writes. */
  static final class Writes implements StoreObserver {
    final AtomicInteger files = new AtomicInteger();
    final AtomicInteger mostRequests = new AtomicInteger();
    final AtomicInteger failures = new AtomicInteger();

    @Override
    public void written(int requests, long bytes, long nanos) {
      files.incrementAndGet();
      mostRequests.accumulateAndGet(requests, Math::max);
    }

    @Override
    public void failed(int requests, IOException failure) {
      failures.incrementAndGet();
    }
  }

  @BeforeEach
  void path() {
    path = directory.resolve("state").resolve("ballast.state");
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
    control.shutdownNow();
  }

  static ClusterSettings configured(String name, int weight) {
    return ClusterSettings.of(
        name, List.of(new Node("a", HostPort.parse("10.0.0.1:1"), "default", weight)));
  }

  Cluster start(ClusterSettings configured) {
    return new Cluster(store.restore(configured), control, store);
  }

  void open() throws StateFileException {
    if (store != null) {
      store.close();
    }
    store = Store.open(path, disk, writes);
  }

  static Applied change(Cluster cluster, Change change) {
    return cluster.submit(change, Precondition.NONE).toCompletableFuture().join();
  }

  static void refused(Cluster cluster, Change change, String... parts) {
    assertThatThrownBy(() -> change(cluster, change))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ChangeRefused.class,
            refusal -> assertThat(refusal.kind()).isEqualTo(ChangeRefused.Kind.FAILED))
        .hasMessageContainingAll(parts);
  }

  static Change weight(int weight) {
    return new Change.SetWeight("a", weight);
  }

  static int weight(Snapshot snapshot) {
    return snapshot.node("a").orElseThrow().node().weight();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static CompletableFuture<Applied> submit(Cluster cluster, Change change) {
    return cluster.submit(change, Precondition.NONE).toCompletableFuture();
  }

  static int run(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
