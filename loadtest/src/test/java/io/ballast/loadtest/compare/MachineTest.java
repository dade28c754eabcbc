package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void processorIsNamedAsTheSystemNamesIt() {
    String two =
        """
        processor\t: 0
        model name\t: A Processor @ 2.5GHz
        processor\t: 1
        model name\t: A Processor @ 2.5GHz
        """;

    assertThat(Machine.processor(two)).isEqualTo("A Processor @ 2.5GHz");
    assertThat(Machine.processor("")).isEqualTo("unknown");
  }
}
