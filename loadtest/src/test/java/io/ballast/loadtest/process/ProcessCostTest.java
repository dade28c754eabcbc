package io.ballast.loadtest.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessCostTest {
  @Test
  void nameOfTheProgramMayLookLikeFields() {
    String stat = "17 (a) b) 3 (c) S 1 17 17 0 -1 4194304 100 0 0 0 250 125 9 9 20 0 1 0 5 1 2";

    assertThat(ProcessCost.cpuSecondsIn(stat)).isEqualTo(3.75);
  }

  @Test
  void residentMemoryIsGivenInKibibytes() {
    Stream<String> status = Stream.of("VmSize:\t  999 kB", "VmRSS:\t   12 kB");

    assertThat(ProcessCost.residentBytesIn(status)).isEqualTo(12 * 1024);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisProcessCostsSomething() throws IOException {
    ProcessCost cost = ProcessCost.ofSelf();

    assertThat(cost.cpuSeconds()).isPositive();
    assertThat(cost.residentBytes()).isGreaterThan(1_000_000);
  }
}
