package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.Snapshot;
import io.ballast.command.Audit;
import io.ballast.command.ReloadReport;
import io.ballast.conf.Configuration;
import io.ballast.conf.Outcome;
import io.ballast.store.ConfigValues;
import io.ballast.store.Store;
import io.ballast.store.StoreObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A proxy with a store and without sessions, whose configuration file is a text of the test. */
abstract class ReloadFixture {
  static final String TWO_NODES =
      """
      zones { asia {} }
      nodes { a { address = "127.0.0.1:9", weight = 10 }, b { address = "127.0.0.1:9" } }
      """;

  @TempDir Path directory;
  final List<String> told = new ArrayList<>();
  final Audit audit = new Audit(() -> 0);
  String file;
  Store store;
  Proxy proxy;
  Reload reload;

  static String text(String cluster, String rest) {
    return """
        ballast {
          clusters.c { health.interval = 0s
            %s
          }
          %s
          admin.telnet.bind = "127.0.0.1:0"
        }
        """
        .formatted(
            cluster,
            rest.contains("listeners")
                ? rest
                : "listeners.l { cluster = c, bind = \"127.0.0.1:0\" }\n" + rest);
  }

  void start(String cluster) throws IOException {
    startFile(text(cluster, ""));
  }

  void startFile(String all) throws IOException {
    file = all;
    Configuration configuration =
        ((Outcome.Accepted<Configuration>) Configuration.read("t", file, Map.of())).settings();
    store = Store.open(directory.resolve("state"), StoreObserver.NONE);
    proxy = Proxy.start(configuration.proxy(), store, ProxyObserver.NONE);
    reload =
        new Reload(
            proxy,
            configuration,
            () -> Configuration.read("t", file, Map.of()),
            new ReloadObserver() {
              @Override
              public void begun() {
                told.add("begun");
              }

              @Override
              public void ended(boolean applied) {
                told.add("ended " + applied);
              }
            },
            audit);
  }

  /** Ends everything and starts with the file as it is now. */
  void restart() throws IOException {
    close();
    startFile(file);
  }

  @AfterEach
  void close() throws IOException {
    if (reload != null) {
      reload.close();
      proxy.close();
      store.close();
    }
  }

  ReloadReport edit(String cluster) {
    return editFile(text(cluster, ""));
  }

  ReloadReport editFile(String all) {
    file = all;
    return reload.reload("test").toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  ReloadReport planned(Optional<String> text) {
    return reload.plan(text).toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  void change(Change change) {
    cluster().submit(change).toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  RunningCluster cluster() {
    return proxy.cluster("c").orElseThrow();
  }

  Snapshot snapshot() {
    return cluster().snapshot();
  }

  int weight(String node) {
    return snapshot().node(node).map(NodeState::node).map(Node::weight).orElse(-1);
  }

  /** What CONFIG says of the values of the cluster that can change at run time. */
  List<String> values() {
    List<String> values = new ArrayList<>();
    ConfigValues.visit(
        cluster().baseline(), snapshot(), value -> values.add(String.valueOf(value)));
    return values;
  }

  static void assertDone(ReloadReport report, String summary, String... lines) {
    assertThat(report.refusal()).isEmpty();
    assertThat(report.lines()).containsExactly(lines);
    assertThat(report.summary()).isEqualTo(summary);
  }
}
