package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class DescriptorBudgetTest {
  /** What one loop and the rest of the process are allowed. */
  private static final int REST = 256 + 64;

  static DescriptorBudget forSessions(int count) {
    return new DescriptorBudget(REST + 2L * count, 1);
  }

  @Test
  void eachSessionTakesTwo() {
    DescriptorBudget budget = forSessions(2);
    budget.enter();
    assertThat(budget.hasRoom()).isTrue();

    budget.enter();
    assertThat(budget.hasRoom()).isFalse();

    budget.leave();
    assertThat(budget.hasRoom()).isTrue();
  }

  @Test
  void oneThatWaitsIsToHaveTwo() {
    DescriptorBudget budget = forSessions(2);
    budget.enter();
    budget.waits();
    assertThat(budget.hasRoom()).isFalse();
    assertThat(budget.waiting()).isEqualTo(1);

    budget.begins();
    assertThat(budget.hasRoom()).isTrue();
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void eachLoopMayHaveItsPipes() {
    assertThat(new DescriptorBudget(256 + 3 * 64 + 2, 3).hasRoom()).isTrue();
    assertThat(new DescriptorBudget(256 + 3 * 64 + 1, 3).hasRoom()).isFalse();
  }

  @Test
  void limitBelowWhatTheRestNeedsLeavesNoRoom() {
    assertThat(new DescriptorBudget(120, 1).hasRoom()).isFalse();
  }

  @Test
  void processIsAskedForItsLimit() {
    long limit =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : 0;

    assertThat(DescriptorBudget.ofProcess(1).hasRoom()).isEqualTo(limit >= REST + 2);
  }
}
