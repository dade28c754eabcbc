package io.ballast.loadtest.bench;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Precondition;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.ring.RingSettings;
import io.ballast.store.Store;
import io.ballast.store.StoreObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Affinities of sets changed at run time, each synced to the disk before it is answered. The file
 * is in the directory for temporary files, so {@code -Djava.io.tmpdir} chooses the disk.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class StoreBenchmark {
  private static final int PIPELINED = 1000;

  /** How many affinities are kept already. */
  @Param({"1000", "100000"})
  public int affinities;

  private final ExecutorService control = Executors.newSingleThreadExecutor();
  private Path directory;
  private Store store;
  private Cluster cluster;
  private int next;

  /** Opens a store in a new directory and fills it. */
  @Setup
  public void fill() throws IOException {
    directory = Files.createTempDirectory("ballast-store");
    store = Store.open(directory.resolve("ballast.state"), StoreObserver.NONE);
    ClusterSettings configured =
        new ClusterSettings(
            "phones",
            List.of(new Zone("asia"), new Zone("emea")),
            List.of(),
            Affinity.NONE,
            Map.of(),
            100,
            RingSettings.DEFAULT);
    cluster = new Cluster(store.restore(configured), control, store);
    setZones(affinities);
  }

  /** Closes the store and removes its directory. */
  @TearDown
  public void remove() throws IOException {
    store.close();
    control.shutdown();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private CompletableFuture<Applied> setZone() {
    int round = next++;
    SetId set = SetId.of("08:00:0f:%06x".formatted(round % affinities));
    String zone = round / affinities % 2 == 0 ? "asia" : "emea";
    return cluster.submit(new Change.SetZone(set, zone), Precondition.NONE).toCompletableFuture();
  }

  private void setZones(int changes) {
    CompletableFuture<?>[] answers = new CompletableFuture<?>[changes];
    for (int i = 0; i < changes; i++) {
      answers[i] = setZone();
    }
    CompletableFuture.allOf(answers).join();
  }

  /** Each change waits for the answer to the one before. */
  @Benchmark
  public Applied oneByOne() {
    return setZone().join();
  }

  /** A thousand changes are sent at once, then all answers awaited. */
  @Benchmark
  @OperationsPerInvocation(PIPELINED)
  public void pipelined() {
    setZones(PIPELINED);
  }
}
