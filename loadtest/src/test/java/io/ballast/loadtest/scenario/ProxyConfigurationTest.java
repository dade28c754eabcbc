package io.ballast.loadtest.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.conf.Configuration;
import io.ballast.conf.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyConfigurationTest {
  @TempDir private Path folder;

  @Test
  void proxyAcceptsTheConfiguration() throws IOException {
    for (Layout layout : new Layout[] {Layout.even(10, 100, 0), ZonesScenario.layoutOf(10)}) {
      Map<String, String> addresses = new TreeMap<>();
      layout.names().forEach(name -> addresses.put(name, "127.0.0.1:" + (7000 + addresses.size())));
      Path file = folder.resolve("proxy.conf");
      Files.writeString(
          file, ProxyConfiguration.text(layout, addresses, Map.of(), folder.resolve("state")));

      assertThat(Configuration.read(file, Map.of())).isInstanceOf(Outcome.Accepted.class);
    }
  }

  @Test
  void balanceStandsInItsSection() {
    String text =
        ProxyConfiguration.text(
            Layout.even(10, 1),
            Map.of("n1", "127.0.0.1:7000"),
            Map.of("balance", "rate = 7"),
            Path.of("state"));

    assertThat(text).contains("balance { rate = 7 }");
  }
}
