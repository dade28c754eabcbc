package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.EditedProxy.ClusterSpec;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.fixture.LeakCheck;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.ListenerSettings;
import io.ballast.ring.TooManyPointsException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Edits of a running proxy's settings that fail, or meet other changes. */
@ExtendWith(LeakCheck.class)
final class ReconfigureFailureTest {
  private EditedProxy rig;

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private int weight(String node) {
    return rig.cluster("c").snapshot().node(node).map(n -> n.node().weight()).orElse(-1);
  }

  @Test
  void tooManyPointsChangeNothing() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    assertThatThrownBy(() -> rig.edit(new ClusterSpec("c", "a 100000000"), new ClusterSpec("d")))
        .isInstanceOf(TooManyPointsException.class);
    assertThat(weight("a")).isEqualTo(1);
    assertThat(rig.proxy.cluster("d")).isEmpty();
  }

  @Test
  void congestionControlThatTheSystemHasNotChangesNothing() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    ListenerSettings listener =
        EditedProxy.listener("sets", "c")
            .withCongestionControl(new CongestionControl("no-such-one"));
    assertThatThrownBy(() -> rig.edit(List.of(listener), new ClusterSpec("c", "a 2")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "listeners.sets.congestion-control = no-such-one: the system has no such algorithm;")
        .hasMessageEndingWith("or load it: modprobe tcp_no-such-one");
    assertThat(weight("a")).isEqualTo(1);
  }

  /** Refuses what is written of a cluster. */
  private static final class Refusing implements ChangeLog {
    final List<String> refused = Collections.synchronizedList(new ArrayList<>());
    final List<String> retired = Collections.synchronizedList(new ArrayList<>());

    @Override
    public CompletionStage<Void> write(List<Change> changes, Snapshot before, Snapshot after) {
      return refused.contains(after.cluster())
          ? CompletableFuture.failedFuture(new IOException("the disk is full"))
          : CompletableFuture.completedFuture(null);
    }

    @Override
    public void retire(Snapshot last) {
      retired.add(last.cluster());
    }
  }

  @Test
  void editThatOneClusterCannotMakeDurableIsMadeOfNone() throws Exception {
    Refusing log = new Refusing();
    rig =
        new EditedProxy(
            log,
            EditedProxy.listener("sets", "c"),
            new ClusterSpec("c", "a 1"),
            new ClusterSpec("d", "z 1"));
    log.refused.add("d");
    assertThatThrownBy(
            () ->
                rig.edit(
                    List.of(EditedProxy.listener("sets", "c"), EditedProxy.listener("new", "e")),
                    new ClusterSpec("c", "a 5", "b 1"),
                    new ClusterSpec("d", "z 5"),
                    new ClusterSpec("e", "y 5")))
        .isInstanceOf(ChangeRefused.class)
        .hasMessageContaining("the disk is full");
    assertThat(weight("a")).isEqualTo(1);
    assertThat(weight("b")).isEqualTo(-1);
    assertThat(rig.proxy.cluster("e")).isEmpty();
    assertThat(rig.proxy.listeners()).hasSize(1);
    assertThat(log.retired).containsExactly("e");
    log.refused.clear();
    rig.edit(new ClusterSpec("c", "a 6"), new ClusterSpec("d", "z 6"));
    assertThat(weight("a")).isEqualTo(6);
  }

  @Test
  void editsMeetRunTimeChangesOneAfterTheOther() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1"));
    List<CompletableFuture<?>> changes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      changes.add(
          rig.cluster("c")
              .submit(new Change.SetZone(SetId.of("s" + i), "asia"))
              .toCompletableFuture());
      if (i % 20 == 0) {
        rig.proxy.reconfigure(
            rig.settings(
                rig.proxy.settings().listeners(), new ClusterSpec("c", "a " + (i + 1), "b 1")),
            EditedProxy::withRunTimeSets);
      }
    }
    changes.forEach(CompletableFuture::join);
    assertThat(rig.cluster("c").snapshot().affinity().sets().size()).isEqualTo(200);
    assertThat(weight("a")).isEqualTo(181);
  }

  @Test
  void proxyThatIsEndingIsNotEdited() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    rig.proxy.drain(Duration.ZERO).toCompletableFuture().join();
    assertThatThrownBy(() -> rig.edit(new ClusterSpec("c", "a 2")))
        .isInstanceOf(ChangeRefused.class)
        .hasMessageContaining("shutting down");
  }

  @Test
  void failureOfAReconciliationChangesNothing() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    assertThatThrownBy(
            () ->
                rig.proxy.reconfigure(
                    rig.settings(rig.proxy.settings().listeners(), new ClusterSpec("c", "a 2")),
                    (was, now, configured) -> {
                      throw new CompletionException("no", null);
                    }))
        .isInstanceOf(CompletionException.class);
    rig.change("c", new Change.SetWeight("a", 9));
    assertThat(weight("a")).isEqualTo(9);
  }
}
