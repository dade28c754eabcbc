package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private final Results results = new Results();

  private void add(Peer peer, double figure) {
    results.add(Workload.BULK, peer, new Run(figure, 1, 0.5, 0));
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
  void wrongRunsAddUp() {
    results.add(Workload.BULK, Peer.DIRECT, new Run(0, 1, 0, 2));
    results.add(Workload.IDLE, Peer.NGINX, new Run(0, 1, 0, 3));

    assertThat(results.wrong()).isEqualTo(5);
  }

  @Test
  void middleOfAnEvenNumberIsBetweenTheTwo() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(1, 2.5, 4));
    assertThatThrownBy(() -> Spread.of(List.of())).hasMessage("there is no middle of no values");
  }
}
