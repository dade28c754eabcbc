package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private Results results = new Results(Peer.HAPROXY);

  private void add(Peer peer, double figure) {
    add(peer, 1, figure, 1);
  }

  private void add(Peer peer, int threads, double figure, double perSecond) {
    List<Double> figures = List.of(figure, perSecond, 0.5);
    results.add(Workload.BULK, new Contender(peer, threads), new Run(figures, 0.98, 1.02, 0));
  }

  @Test
  void ratiosAreTakenPairByPair() {
    add(Peer.HAPROXY, 1);
    add(Peer.BALLAST, 0.5);
    add(Peer.HAPROXY, 2);
    add(Peer.BALLAST, 0.6);
    add(Peer.HAPROXY, 4);
    add(Peer.BALLAST, 2);

    assertThat(results.table())
        .containsPattern("haproxy +2\\.000 +1\\.00 \\(1\\.00 to 1\\.00\\)")
        .containsPattern("ballast +0\\.600 +0\\.50 \\(0\\.30 to 0\\.50\\)");
  }

  @Test
  void withoutHaproxyThereAreNoRatios() {
    add(Peer.DIRECT, 0);
    add(Peer.BALLAST, 0.5);

    assertThat(results.table()).doesNotContain("(").containsPattern("direct +- ");
  }

  @Test
  void anotherBuildIsComparedWith() {
    results = new Results(Peer.BALLAST_BEFORE);
    add(Peer.BALLAST_BEFORE, 2);
    add(Peer.BALLAST, 1.5);

    assertThat(results.table())
        .contains("  to ballast-before  ")
        .containsPattern("ballast +1\\.500 +0\\.75 \\(0\\.75 to 0\\.75\\)");
  }

  @Test
  void severalThreadsAreComparedWithOneAndWithHaproxyOfAsMany() {
    add(Peer.HAPROXY, 1, 1, 1);
    add(Peer.BALLAST, 1, 0.5, 2);
    add(Peer.HAPROXY, 2, 2, 1);
    add(Peer.BALLAST, 2, 0.6, 3);

    assertThat(results.table())
        .containsPattern("ballast-x2 +0\\.600 +0\\.30 \\(0\\.30 to 0\\.30\\)")
        .containsPattern(
            "ballast-x2 +against one thread: CPU s/GB 1\\.20 \\(.*\\), GB/s 1\\.50 \\(")
        .doesNotContainPattern("ballast +against");
  }

  @Test
  void whatTheProxyAndTheLoadKeptBusyIsShown() {
    add(Peer.BALLAST, 0.5);

    assertThat(results.table()).contains("busy: proxy + load").contains("0.98 + 1.02");
  }

  @Test
  void callsAreCountedForAUnitOfWorkTheMostFirst() {
    CallResults calls = new CallResults();
    Contender ballast = new Contender(Peer.BALLAST, 1);
    calls.add(Workload.SMALL, ballast, 1000, Map.of("read", 900L, "futex", 1L));
    calls.add(Workload.SMALL, ballast, 1000, Map.of("read", 1100L, "write", 3000L));

    assertThat(calls.table())
        .contains("64 B ping-pong x 50: system calls a message")
        .containsPattern("ballast +2\\.50 +write 1\\.50, read 1\\.00\\z");
  }

  @Test
  void middleOfAnEvenNumberIsBetweenTheTwo() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(1, 2.5, 4));
    assertThatThrownBy(() -> Spread.of(List.of())).hasMessage("there is no middle of no values");
  }
}
