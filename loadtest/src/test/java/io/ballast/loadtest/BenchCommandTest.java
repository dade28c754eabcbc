package io.ballast.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter errors = new StringWriter();
  private final CommandLine commandLine =
      new CommandLine(BenchCommand.class).setErr(new PrintWriter(errors, true));

  @Test
  void benchmarkRunsInThisJvmAndWritesItsResults(@TempDir Path folder) throws IOException {
    Path results = folder.resolve("results.json");

    int status =
        commandLine.execute(
            "RingBenchmark.ownerOfHash",
            "--forks=0",
            "--warmups=0",
            "--iterations=1",
            "--millis=10",
            "--json=" + results);

    assertThat(status).isZero();
    assertThat(Files.readString(results)).contains("RingBenchmark.ownerOfHash");
  }

  @ParameterizedTest
  @CsvSource({
    "no-such-benchmark, no benchmark has a name that matches no-such-benchmark",
    "(, REGEX = (: Unclosed group",
    "--iterations=0, --iterations = 0: it is 1 or more",
    "--forks=-1, --forks = -1: it is 0 or more"
  })
  void wrongUsageIsExplainedWithStatusTwo(String argument, String message) {
    assertThat(commandLine.execute(argument)).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }
}
