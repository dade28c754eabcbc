package io.ballast.store;

import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the changes of every cluster of a process in one file. Writes of clusters that wait while
 * the file is written share the next write.
 *
 * <p>What is written belongs to the store's own thread; requests reach it through a queue, so every
 * method may be called from any thread. A process opens a file once: a second store on it is
 * refused in the same process as in another.
 *
 * <p>A cluster that the file has and the configuration has not is kept as it is, for the day it is
 * configured again.
 */
public final class Store implements ChangeLog, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Store.class);
  private static final int LOGGED_WARNINGS = 100;
  private static final long CLOSE_SECONDS = 30;

  private final Path path;
  private final StateLock lock;
  private final StoreContent content;
  private final Map<String, KeptValues> found;
  private final Set<String> restored = ConcurrentHashMap.newKeySet();
  private final ExecutorService writer;
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();

  /**
   * A wish to write.
   *
   * @param apply renews the lines
   * @param takeBack makes them what they were
   */
  private record Request(Runnable apply, Runnable takeBack, CompletableFuture<Void> done) {}

  private Store(Path path, Disk disk, StoreObserver observer) throws StateFileException {
    this.path = path;
    StateFile file = new StateFile(path, disk);
    this.lock = StateLock.take(path);
    try {
      this.found = new ConcurrentHashMap<>(file.read());
    } catch (StateFileException e) {
      release();
      throw e;
    }
    this.content = new StoreContent(path, file, found.values(), observer);
    this.writer =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "ballast-store");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Opens the state file, or is ready to make it with the first change; its directory is made if it
   * is not there.
   *
   * @throws StateFileException if the file is damaged, of another kind or of a later version, in
   *     use by another process, or its directory cannot be written
   */
  public static Store open(Path file, StoreObserver observer) throws StateFileException {
    return open(file, new LocalDisk(), observer);
  }

  static Store open(Path file, Disk disk, StoreObserver observer) throws StateFileException {
    return new Store(StateDirectory.prepare(file, disk), disk, observer);
  }

  /**
   * The cluster to start with. Each kept value that gives way to the configuration is logged, and
   * is no longer in the file when this returns, so that it does not come back when the
   * configuration is edited again.
   *
   * @throws IllegalStateException if the cluster was restored before
   */
  @Override
  public Snapshot restore(ClusterSettings configured) {
    KeptValues kept = take(configured.name());
    Merged merged = Merge.of(configured, kept);
    logWarnings(configured.name(), merged.warnings());
    KeptValues now = KeptValues.between(configured, merged.start());
    boolean changed = !now.equals(kept);
    CompletableFuture.runAsync(() -> content.adopt(configured, now, changed), writer).join();
    return merged.start();
  }

  /** What was found of a cluster; it is needed once and may be large. */
  private KeptValues take(String cluster) {
    if (!restored.add(cluster)) {
      throw new IllegalStateException("cluster " + cluster + " was restored before");
    }
    KeptValues kept = found.remove(cluster);
    return kept == null ? KeptValues.none(cluster) : kept;
  }

  private static void logWarnings(String cluster, List<String> warnings) {
    warnings.stream()
        .limit(LOGGED_WARNINGS)
        .forEach(warning -> log.warn("cluster {}: {}", cluster, warning));
    if (warnings.size() > LOGGED_WARNINGS) {
      log.warn(
          "cluster {}: {} more values gave way likewise",
          cluster,
          warnings.size() - LOGGED_WARNINGS);
    }
  }

  @Override
  public CompletionStage<Void> write(List<Change> changes, Snapshot before, Snapshot after) {
    Optional<ClusterSettings> configured = configured(changes);
    if (configured.isPresent()) {
      return reconfigure(configured.get(), after);
    }
    String cluster = after.cluster();
    return submit(
        () -> content.renew(cluster, changes, after),
        () -> content.renew(cluster, changes, before));
  }

  /** The configuration that changes end with, if they bring another. */
  private static Optional<ClusterSettings> configured(List<Change> changes) {
    ClusterSettings last = null;
    for (Change change : changes) {
      if (change instanceof Change.Reconfigure edit) {
        last = edit.configured();
      }
    }
    return Optional.ofNullable(last);
  }

  /** Writes what differs from another configuration than before. */
  private CompletionStage<Void> reconfigure(ClusterSettings configured, Snapshot now) {
    Runnable[] takeBack = new Runnable[1];
    return submit(
        () -> takeBack[0] = content.reconfigure(configured, KeptValues.between(configured, now)),
        () -> takeBack[0].run());
  }

  /**
   * A cluster that was removed from the configuration is kept as it is, and may be restored again.
   */
  @Override
  public void retire(Snapshot last) {
    String cluster = last.cluster();
    CompletableFuture.runAsync(
            () -> content.retire(last).ifPresent(kept -> found.put(cluster, kept)), writer)
        .join();
    restored.remove(cluster);
  }

  private CompletionStage<Void> submit(Runnable apply, Runnable takeBack) {
    Request request = new Request(apply, takeBack, new CompletableFuture<>());
    waiting.add(request);
    try {
      writer.execute(this::writeWaiting);
    } catch (RejectedExecutionException e) {
      if (waiting.remove(request)) {
        request.done().completeExceptionally(new StateFileException(path, "the store is closed"));
      }
    }
    return request.done();
  }

  /** Writes all that wait at once; those that find nothing left to do were written with others. */
  private void writeWaiting() {
    List<Request> batch = new ArrayList<>();
    for (Request request = waiting.poll(); request != null; request = waiting.poll()) {
      batch.add(request);
    }
    batch.removeIf(request -> !applied(request));
    if (batch.isEmpty()) {
      return;
    }
    Throwable failure;
    try {
      failure = content.write(batch.size());
    } catch (RuntimeException | Error e) {
      log.error("state file {}: it was not written", path, e);
      failure = e;
    }
    if (failure == null) {
      batch.forEach(request -> request.done().complete(null));
    } else {
      fail(batch, failure);
    }
  }

  /** Renews the lines for a request; one that cannot be put into lines fails alone. */
  private static boolean applied(Request request) {
    try {
      request.apply().run();
      return true;
    } catch (RuntimeException e) {
      log.error("a change could not be put into words", e);
      request.done().completeExceptionally(e);
      return false;
    }
  }

  private static void fail(List<Request> batch, Throwable failure) {
    Collections.reverse(batch);
    batch.forEach(request -> request.takeBack().run());
    batch.forEach(request -> request.done().completeExceptionally(failure));
  }

  /** Writes what waits, then releases the file. A change that comes later fails. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.error("state file {}: the disk has not taken the last changes", path);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    release();
  }

  private void release() {
    try {
      lock.close();
    } catch (IOException e) {
      log.debug("lock of {} not released", path, e);
    }
  }
}
