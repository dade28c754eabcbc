package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static Plan plan(List<Peer> peers, List<Integer> threads) {
    return plan(peers, threads, OptionalInt.empty());
  }

  private static Plan plan(List<Peer> peers, List<Integer> threads, OptionalInt loadThreads) {
    return new Plan(
        List.of(Workload.BULK),
        peers,
        threads,
        loadThreads,
        0,
        1,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        1,
        false,
        List.of("backend"));
  }

  @Test
  void haproxyIsWhatTheOthersAreComparedTo() {
    List<Peer> peers = List.of(Peer.BALLAST_BEFORE, Peer.HAPROXY, Peer.BALLAST);

    assertThat(plan(peers, List.of(1)).reference()).isEqualTo(Peer.HAPROXY);
  }

  @Test
  void withoutHaproxyTheBuildBeforeIs() {
    List<Peer> peers = List.of(Peer.BALLAST, Peer.BALLAST_BEFORE);

    assertThat(plan(peers, List.of(1)).reference()).isEqualTo(Peer.BALLAST_BEFORE);
  }

  @Test
  void eachPeerRunsWithEachNumberOfThreads() {
    assertThat(plan(List.of(Peer.HAPROXY, Peer.BALLAST), List.of(1, 2)).contenders())
        .containsExactly(
            new Contender(Peer.HAPROXY, 1),
            new Contender(Peer.BALLAST, 1),
            new Contender(Peer.HAPROXY, 2),
            new Contender(Peer.BALLAST, 2));
  }

  @Test
  void loadHasAsManyThreadsAsThePeerAndBackendAsManyAsTheLargest() {
    Plan plan = plan(List.of(Peer.BALLAST), List.of(1, 4, 2));

    assertThat(plan.loadThreads(1)).isEqualTo(1);
    assertThat(plan.loadThreads(2)).isEqualTo(2);
    assertThat(plan.backendThreads()).isEqualTo(4);
  }

  @Test
  void loadHasTheThreadsItIsGivenWhateverThePeerHas() {
    Plan plan = plan(List.of(Peer.BALLAST), List.of(1, 2), OptionalInt.of(3));

    assertThat(plan.loadThreads(1)).isEqualTo(3);
    assertThat(plan.loadThreads(2)).isEqualTo(3);
    assertThat(plan.backendThreads()).isEqualTo(3);
  }
}
