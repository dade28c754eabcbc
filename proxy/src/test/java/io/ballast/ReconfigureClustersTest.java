package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.re2j.Pattern;
import io.ballast.EditedProxy.ClusterSpec;
import io.ballast.EditedProxy.Greeted;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.SetId;
import io.ballast.fixture.LeakCheck;
import io.ballast.relay.ListenerSettings;
import io.ballast.ring.RingSettings;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clusters, their nodes and rules, when the settings of a running proxy are edited. */
@ExtendWith(LeakCheck.class)
final class ReconfigureClustersTest {
  private EditedProxy rig;

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private int weight(String node) {
    return rig.cluster("c").snapshot().node(node).map(n -> n.node().weight()).orElse(-1);
  }

  private static AffinityRule toAsia(String pattern) {
    return new AffinityRule(
        Optional.empty(), Optional.of(Pattern.compile(pattern)), Optional.empty(), "asia");
  }

  @Test
  void addedNodeTakesSessionsAndOthersStay() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    Greeted before = rig.connectTo("a");
    ProxyEdit edit = rig.edit(new ClusterSpec("c", "a 1", "b 1"));
    assertThat(edit.clusters()).singleElement().satisfies(it -> assertThat(it.leaving()).isEmpty());
    Greeted after = rig.connectTo("b");
    assertThat(after.carries("x")).isTrue();
    if (rig.cluster("c").lookup(SetId.of(before.set())).equals(Optional.of("a"))) {
      assertThat(before.carries("x")).isTrue();
    }
  }

  @Test
  void droppedNodeIsEmptiedAndThenRemoved() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1"));
    Greeted stays = rig.connectTo("a");
    Greeted moves = rig.connectTo("b");
    ProxyEdit edit = rig.edit(new ClusterSpec("c", "a 1"));
    assertThat(edit.clusters().get(0).leaving()).extracting(Node::name).containsExactly("b");
    assertThat(moves.socket().readAll()).isEmpty();
    moves.socket().close();
    rig.awaitGone("c", "b");
    assertThat(stays.carries("x")).isTrue();
    assertThat(rig.closed).contains(CloseReason.MOVED).doesNotContain(CloseReason.NODE_REMOVED);
    await().until(() -> rig.cluster("c").baseline().nodes().size() == 1);
  }

  @Test
  void droppedNodeWhoseSessionsCannotMoveStaysUntilTheyEnd() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1"));
    Greeted pinned = rig.connectTo("b");
    rig.change("c", new Change.PinSet(SetId.of(pinned.set()), Optional.empty()));
    rig.proxy.reconfigure(
        rig.settings(rig.proxy.settings().listeners(), new ClusterSpec("c", "a 1")),
        EditedProxy::withRunTimeSets);
    assertThat(pinned.carries("x")).isTrue();
    assertThat(weight("b")).isZero();
    pinned.socket().close();
    rig.awaitGone("c", "b");
  }

  @Test
  void setsThatAPatternPinsStayUntilItIsEditedAway() throws Exception {
    ClusterSpec both = new ClusterSpec("c", "a 1", "b 1");
    ClusterSpec drained = new ClusterSpec("c", "a 1", "b 0");
    rig = new EditedProxy(both);
    Greeted pinned = rig.connectTo("b");
    Greeted other = rig.connect("sets", "other-" + pinned.set());
    for (int i = 0; !other.node().equals("b"); i++) {
      other = rig.connect("sets", "other-" + i);
    }
    String pattern = Pattern.quote(pinned.set());
    rig.edit(both.pinning(pattern));
    rig.edit(drained.pinning(pattern));
    assertThat(other.socket().readAll()).isEmpty();
    assertThat(pinned.carries("x")).isTrue();
    assertThat(rig.edit(drained.pinning("nothing")).clusters()).hasSize(1);
    assertThat(pinned.socket().readAll()).isEmpty();
  }

  @Test
  void droppedNodeThatIsGivenAWeightStaysAsAddedAtRunTime() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1"));
    Greeted pinned = rig.connectTo("b");
    rig.change("c", new Change.PinSet(SetId.of(pinned.set()), Optional.empty()));
    rig.proxy.reconfigure(
        rig.settings(rig.proxy.settings().listeners(), new ClusterSpec("c", "a 1")),
        EditedProxy::withRunTimeSets);
    rig.change("c", new Change.SetWeight("b", 3));
    await().until(() -> rig.cluster("c").baseline().nodes().size() == 1);
    assertThat(weight("b")).isEqualTo(3);
    pinned.socket().close();
    assertThat(rig.connectTo("b").carries("x")).isTrue();
  }

  @Test
  void droppedNodeThatIsConfiguredAgainStays() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    rig.edit(new ClusterSpec("c", "a 1", "b 1"));
    Greeted there = rig.connectTo("b");
    rig.edit(new ClusterSpec("c", "a 1"));
    rig.edit(new ClusterSpec("c", "a 1", "b 2"));
    there.socket().close();
    assertThat(weight("b")).isEqualTo(2);
    assertThat(rig.connectTo("b").carries("x")).isTrue();
    assertThat(rig.cluster("c").baseline().nodes()).hasSize(2);
  }

  @Test
  void droppedNodeOfADroppedZoneIsEmptiedToo() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", List.of(toAsia("ap-.*")), "a 1", "b 1 asia"));
    Greeted there = rig.connect("sets", "ap-1");
    assertThat(there.node()).isEqualTo("b");
    ClusterPolicy policy = rig.policy(new ClusterSpec("c", "a 1"));
    ClusterPolicy withoutZones =
        policy.withCluster(ClusterSettings.of("c", policy.cluster().nodes()));
    rig.proxy.reconfigure(
        new ProxySettings(
            List.of(withoutZones), rig.proxy.settings().listeners(), EditedProxy.LOOPS),
        Reconciliation.CONFIGURATION_HOLDS);
    assertThat(there.socket().readAll()).isEmpty();
    there.socket().close();
    rig.awaitGone("c", "b");
    assertThat(rig.connect("sets", "ap-1").node()).isEqualTo("a");
  }

  @Test
  void editedRuleMovesLiveSessionsAsAnEditOfTheirZoneDoes() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1 asia"));
    Greeted moves = rig.connect("sets", "ap-1");
    Greeted stays = rig.connect("sets", "na-1");
    Greeted own = rig.connect("sets", "ap-2");
    assertThat(List.of(moves.node(), stays.node(), own.node())).containsOnly("a");
    rig.change("c", new Change.SetZone(SetId.of("ap-2"), "default"));
    ClusterPolicy policy =
        rig.policy(new ClusterSpec("c", List.of(toAsia("ap-.*")), "a 1", "b 1 asia"));
    rig.proxy.reconfigure(
        new ProxySettings(List.of(policy), rig.proxy.settings().listeners(), EditedProxy.LOOPS),
        EditedProxy::withRunTimeSets);
    assertThat(moves.socket().readAll()).isEmpty();
    assertThat(rig.connect("sets", "ap-1").node()).isEqualTo("b");
    assertThat(stays.carries("x")).isTrue();
    assertThat(own.carries("x")).isTrue();
  }

  @Test
  void planOfAnEditSaysWhatWouldMoveAndChangesNothing() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1 asia"));
    Greeted live = rig.connect("sets", "ap-1");
    await().until(() -> rig.cluster("c").status().stream().anyMatch(it -> it.live() == 1));
    ProxyEdit edit =
        rig.proxy.prepare(
            rig.settings(
                rig.proxy.settings().listeners(),
                new ClusterSpec("c", List.of(toAsia("ap-.*")), "a 1", "b 1 asia")),
            Reconciliation.CONFIGURATION_HOLDS);
    assertThat(rig.proxy.plan(edit, edit.clusters().get(0)).toCompletableFuture().join().sessions())
        .isEqualTo(1);
    assertThat(live.carries("x")).isTrue();
    assertThat(rig.cluster("c").snapshot().affinity().rules()).isEmpty();
  }

  @Test
  void pointsPerWeightCanChange() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1", "b 1"));
    ClusterPolicy policy = rig.policy(new ClusterSpec("c", "a 1", "b 1"));
    ClusterSettings old = policy.cluster();
    ClusterSettings denser =
        new ClusterSettings(
            "c",
            old.zones(),
            old.nodes(),
            old.affinity(),
            old.pins(),
            old.defaultWeight(),
            new RingSettings(7, 1000));
    rig.proxy.reconfigure(
        new ProxySettings(
            List.of(policy.withCluster(denser)),
            rig.proxy.settings().listeners(),
            EditedProxy.LOOPS),
        Reconciliation.CONFIGURATION_HOLDS);
    assertThat(rig.cluster("c").snapshot().defaultZone().ring().totalPoints()).isEqualTo(14);
    assertThat(rig.connectTo("b").carries("x")).isTrue();
  }

  @Test
  void addedClusterIsServedByItsListener() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    Greeted before = rig.connectTo("a");
    rig.edit(
        List.of(EditedProxy.listener("sets", "c"), EditedProxy.listener("more", "d")),
        new ClusterSpec("c", "a 1"),
        new ClusterSpec("d", "z 1"));
    assertThat(rig.connect("more", "x").node()).isEqualTo("z");
    assertThat(before.carries("x")).isTrue();
  }

  @Test
  void sessionsOfARemovedClusterEndGently() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"), new ClusterSpec("d", "z 1"));
    rig.edit(
        List.of(EditedProxy.listener("sets", "c"), EditedProxy.listener("more", "d")),
        new ClusterSpec("c", "a 1"),
        new ClusterSpec("d", "z 1"));
    Greeted ends = rig.connect("more", "x");
    Greeted stays = rig.connectTo("a");
    RunningCluster gone = rig.cluster("d");
    rig.edit(List.of(EditedProxy.listener("sets", "c")), new ClusterSpec("c", "a 1"));
    assertThat(ends.socket().readAll()).isEmpty();
    ends.socket().close();
    assertThat(stays.carries("x")).isTrue();
    await().until(() -> rig.closed.contains(CloseReason.CLUSTER_REMOVED));
    assertThat(rig.proxy.cluster("d")).isEmpty();
    assertThatThrownBy(() -> gone.submit(new Change.SetWeight("z", 2)).toCompletableFuture().join())
        .hasCauseInstanceOf(ChangeRefused.class)
        .hasMessageContaining("cluster d was removed");
  }

  @Test
  void clusterCanComeBackWhileItsOldSessionsEnd() throws Exception {
    rig = new EditedProxy(new ClusterSpec("c", "a 1"));
    List<ListenerSettings> both =
        List.of(EditedProxy.listener("sets", "c"), EditedProxy.listener("more", "d"));
    rig.edit(both, new ClusterSpec("c", "a 1"), new ClusterSpec("d", "z 1"));
    Greeted old = rig.connect("more", "x");
    rig.edit(List.of(EditedProxy.listener("sets", "c")), new ClusterSpec("c", "a 1"));
    rig.edit(both, new ClusterSpec("c", "a 1"), new ClusterSpec("d", "z 1"));
    Greeted next = rig.connect("more", "x");
    assertThat(old.socket().readAll()).isEmpty();
    assertThat(next.carries("x")).isTrue();
    rig.change("d", new Change.SetWeight("z", 2));
  }
}
