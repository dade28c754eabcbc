package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.placement.Reason;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The spacing of displaced sessions' connects. */
final class ConnectPaceTest {
  private static final long NOW = 1_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ConnectPace pace = new ConnectPace(10);

  private long take(String node, Reason reason, long now) {
    return pace.take(node, reason, now);
  }

  @Test
  void displacedSessionsThatComeAtOnceConnectAtTheRate() {
    long[] times = LongStream.range(0, 20).map(i -> take("a", Reason.FAILOVER, NOW)).toArray();
    assertThat(times).isEqualTo(LongStream.range(0, 20).map(i -> NOW + i * SECOND / 10).toArray());
  }

  @Test
  void timeThatNobodyTookIsNotSavedUp() {
    take("a", Reason.FAILOVER, NOW);
    long later = NOW + 60 * SECOND;
    assertThat(take("a", Reason.FAILOVER, later)).isEqualTo(later);
    assertThat(take("a", Reason.FAILOVER, later)).isEqualTo(later + SECOND / 10);
  }

  @Test
  void nodesArePacedEachByItself() {
    take("a", Reason.BACKUP, NOW);
    assertThat(take("b", Reason.BACKUP, NOW)).isEqualTo(NOW);
  }

  @ParameterizedTest
  @EnumSource(names = {"OWNER", "OVER_BOUND", "PINNED", "OVERRIDE"})
  void sessionsThatAreNotDisplacedNeverWait(Reason reason) {
    LongStream.range(0, 20).forEach(i -> take("a", Reason.LAST_RESORT, NOW));
    assertThat(take("a", reason, NOW)).isEqualTo(NOW);
  }

  @Test
  void rateOfZeroIsNoLimit() {
    ConnectPace unlimited = new ConnectPace(0);
    for (int i = 0; i < 20; i++) {
      assertThat(unlimited.take("a", Reason.FAILOVER, NOW)).isEqualTo(NOW);
    }
  }
}
