package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.SetTable;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.ring.RingSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The threads by which a watchdog knows that the proxy lives. */
final class VitalThreadsTest {
  private Proxy proxy;

  @BeforeEach
  void start() throws Exception {
    ClusterSettings cluster =
        new ClusterSettings(
            "c",
            List.of(),
            List.of(),
            new Affinity(List.of(), SetTable.of(Map.of())),
            Map.of(),
            ClusterSettings.DEFAULT_WEIGHT,
            RingSettings.DEFAULT);
    proxy =
        Proxy.start(
            new ProxySettings(
                List.of(ClusterPolicy.of(cluster)),
                List.of(ListenerSettings.of("l", "c", new HostPort("127.0.0.1", 0))),
                new LoopSettings(2, LoopSettings.TransportChoice.AUTO)),
            ChangeLog.NONE,
            ProxyObserver.NONE);
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  @Test
  void areTheControlThreadAndEachEventLoop() {
    Map<String, String> runsOn = new TreeMap<>();
    proxy
        .vitalThreads()
        .forEach(
            (name, thread) ->
                runsOn.put(
                    name,
                    CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), thread)
                        .join()));
    assertThat(runsOn).containsOnlyKeys("control", "loop-1", "loop-2");
    assertThat(runsOn.get("control")).isEqualTo("ballast-control");
    assertThat(new ArrayList<>(runsOn.values()).subList(1, 3))
        .allMatch(name -> name.startsWith("ballast-loop"))
        .doesNotHaveDuplicates();
  }

  @Test
  void oneThatHangsRunsNothingMore() throws Exception {
    CountDownLatch free = new CountDownLatch(1);
    CompletableFuture<Void> answer = new CompletableFuture<>();
    Executor hanging = proxy.vitalThreads().get("loop-1");
    hanging.execute(
        () -> {
          try {
            free.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    hanging.execute(() -> answer.complete(null));
    CompletableFuture.runAsync(() -> {}, proxy.vitalThreads().get("loop-2")).join();
    assertThat(answer).isNotDone();
    free.countDown();
    answer.get(60, TimeUnit.SECONDS);
  }
}
