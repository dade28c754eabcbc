package io.ballast.store;

import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the state file is to hold, and its writing. Belongs to the store's thread, once that runs.
 */
final class StoreContent {
  private static final Logger log = LoggerFactory.getLogger(StoreContent.class);

  private final Path path;
  private final StateFile file;
  private final StoreObserver observer;
  private final SortedMap<String, KeptLines> lines = KeptTopology.sorted();
  private final Map<String, ClusterSettings> configurations = new HashMap<>();
  private boolean failing;

  StoreContent(Path path, StateFile file, Collection<KeptValues> found, StoreObserver observer) {
    this.path = path;
    this.file = file;
    this.observer = observer;
    found.forEach(kept -> lines.put(kept.cluster(), new KeptLines(kept)));
  }

  /**
   * Takes in a cluster that starts.
   *
   * @param changed whether what is kept of it is not what the file has
   */
  void adopt(ClusterSettings configured, KeptValues now, boolean changed) {
    configurations.put(configured.name(), configured);
    if (changed) {
      lines.put(configured.name(), new KeptLines(now));
      IOException failure = write(1);
      if (failure != null) {
        log.warn(
            "cluster {}: values that gave way to the configuration are still in the file; the next"
                + " change that is written takes them out",
            configured.name());
      }
    }
  }

  /**
   * Renews what changes touch. To take changes back, it is called with the snapshot before them.
   *
   * @throws IllegalStateException if the cluster has not started
   */
  void renew(String cluster, List<Change> changes, Snapshot now) {
    ClusterSettings configured = configurations.get(cluster);
    if (configured == null) {
      throw new IllegalStateException("cluster " + cluster + " was not restored");
    }
    lines
        .computeIfAbsent(cluster, name -> new KeptLines(KeptValues.none(name)))
        .renew(configured, changes, now);
  }

  /**
   * Takes another configuration of a cluster.
   *
   * @return takes it back
   */
  Runnable reconfigure(ClusterSettings configured, KeptValues kept) {
    String cluster = configured.name();
    ClusterSettings oldConfiguration = configurations.put(cluster, configured);
    KeptLines oldLines = lines.put(cluster, new KeptLines(kept));
    return () -> {
      putBack(configurations, cluster, oldConfiguration);
      putBack(lines, cluster, oldLines);
    };
  }

  /**
   * A cluster does not run any more; its lines stay.
   *
   * @return how it differs from its configuration
   */
  Optional<KeptValues> retire(Snapshot last) {
    return Optional.ofNullable(configurations.remove(last.cluster()))
        .map(configured -> KeptValues.between(configured, last));
  }

  private static <V> void putBack(Map<String, V> map, String cluster, V old) {
    if (old == null) {
      map.remove(cluster);
    } else {
      map.put(cluster, old);
    }
  }

  /**
   * Writes everything to the file.
   *
   * @param requests how many writes of clusters wait for it
   * @return why it could not be written, or null
   */
  IOException write(int requests) {
    long start = System.nanoTime();
    try {
      long bytes = file.replace(this::writeLines);
      if (failing) {
        failing = false;
        log.info("state file {}: it is written again", path);
      }
      long nanos = System.nanoTime() - start;
      tell(() -> observer.written(requests, bytes, nanos));
      return null;
    } catch (IOException e) {
      StateFileException failure = failure(e);
      if (!failing) {
        failing = true;
        log.error("{}", failure.getMessage());
      }
      tell(() -> observer.failed(requests, failure));
      return failure;
    }
  }

  /** What an observer does wrong makes no write fail. */
  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException e) {
      log.error("an observer of the store failed", e);
    }
  }

  private void writeLines(StateFile.LineSink sink) throws IOException {
    for (KeptLines of : lines.values()) {
      of.writeTo(sink);
    }
  }

  private StateFileException failure(IOException cause) {
    if (!Files.isDirectory(path.toAbsolutePath().getParent())) {
      return new StateFileException(
          path,
          "its directory is gone, and with it every change that was kept. Make the directory again,"
              + " then repeat the command: the next change that is made writes all of them",
          cause);
    }
    return new StateFileException(
        path,
        "it cannot be written: "
            + StateFile.reason(cause)
            + (cause instanceof StateFile.NotTakenBack
                ? "; a start from it now would make the refused change"
                : "; it still has what was last answered OK")
            + ". Make room for it or let this process write to its directory, then repeat the"
            + " command",
        cause);
  }
}
