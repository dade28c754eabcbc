package io.ballast.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus's own checker says of the example of alert rules. */
final class AlertRulesTest {
  private static final Path RULES = Path.of("../conf/examples/alerts.yml").toAbsolutePath();

  @TempDir private Path directory;

  @BeforeAll
  static void promtoolIsInstalled() {
    Programs.assumeInstalled("promtool", "prometheus");
  }

  @Test
  void alertRulesAreFaultless() throws Exception {
    assertFaultless(Programs.shell(directory, "promtool check rules --lint-fatal $1", RULES));
  }

  @Test
  void alertsFireWhenTheyShould() throws Exception {
    Path tests = directory.resolve("tests.yml");
    try (var resource = AlertRulesTest.class.getResourceAsStream("alerts-test.yml")) {
      Files.copy(resource, tests);
    }
    Files.copy(RULES, directory.resolve("alerts.yml"));
    assertFaultless(Programs.shell(directory, "promtool test rules $1", tests));
  }

  private static void assertFaultless(Spawned promtool) {
    assertThat(promtool.awaitExit()).as("%s %s", promtool.out(), promtool.err()).isZero();
    assertThat(promtool.err()).isEmpty();
  }
}
