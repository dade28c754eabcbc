package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemCallsTest {
  @Test
  void callsAreReadFromTheSummaryWithAndWithoutErrors() {
    List<String> summary =
        """
        % time     seconds  usecs/call     calls    errors syscall
        ------ ----------- ----------- --------- --------- ------------------
         61.98    0.020123          10      2000       150 recvfrom
         38.02    0.012345           6      1900           sendto
          0.00    0.000000           0         1           futex
        ------ ----------- ----------- --------- --------- ------------------
        100.00    0.032468           8      3901       150 total
        """
            .lines()
            .toList();

    assertThat(SystemCalls.parse(summary))
        .isEqualTo(Map.of("recvfrom", 2000L, "sendto", 1900L, "futex", 1L));
  }

  @Test
  void processThatDidNothingHasNoCalls() {
    assertThat(SystemCalls.parse(List.of(""))).isEmpty();
  }
}
