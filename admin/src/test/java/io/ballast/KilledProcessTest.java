package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.telnet.TextClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed in the middle of what it does, and another that goes on with it. */
class KilledProcessTest {
  private final List<Process> processes = new ArrayList<>();
  @TempDir private Path directory;

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private InetSocketAddress serve() throws IOException {
    Path conf = directory.resolve("ballast.conf");
    String text =
        "ballast { clusters.phones { health.interval = 0s, nodes {"
            + " a { address = \"127.0.0.1:1\", weight = 40 },"
            + " b { address = \"127.0.0.1:1\", weight = 40 } } }\n"
            + "listeners.sets { cluster = phones, bind = \"127.0.0.1:0\" }\n"
            + "admin { telnet.bind = \"127.0.0.1:0\", http.bind = \"127.0.0.1:0\" }\n"
            + "store.file = \""
            + directory.resolve("ballast.state")
            + "\" }\n";
    Files.writeString(conf, text);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                conf.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    processes.add(process);
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String telnet = "";
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith("telnet ")) {
        telnet = line;
      }
      if (line.equals("ready")) {
        int port = Integer.parseInt(telnet.substring(telnet.lastIndexOf(':') + 1));
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      }
    }
    throw new IOException("the process ended before it was ready");
  }

  private void kill() throws InterruptedException {
    processes.get(processes.size() - 1).destroyForcibly().waitFor();
  }

  private static String ramp(TextClient operator) throws IOException {
    return operator.ask("STATUS").stream()
        .filter(line -> line.startsWith("# ramp of a: "))
        .findFirst()
        .orElse("no ramp");
  }

  private static List<String> deadlines(TextClient operator) throws IOException {
    return operator.ask("CONFIG").stream().filter(line -> line.contains(".deadline = ")).toList();
  }

  @Test
  void deadlineOfADrainOutlivesAKill() throws Exception {
    List<String> before;
    try (TextClient operator = TextClient.connect(serve())) {
      assertThat(operator.ask("DRAIN a DEADLINE 1h")).containsExactly("OK");
      before = deadlines(operator);
      assertThat(before).hasSize(1);
    }
    kill();
    try (TextClient operator = TextClient.connect(serve())) {
      assertThat(deadlines(operator)).isEqualTo(before);
      assertThat(operator.ask("SETWEIGHT a 40")).containsExactly("OK");
      assertThat(deadlines(operator)).isEmpty();
    }
  }

  @Test
  void drainGoesOnWhereItWasAtTheSameSpacing() throws Exception {
    try (TextClient operator = TextClient.connect(serve())) {
      assertThat(operator.ask("DRAIN a OVER 8s STEPS 4 DEADLINE 1h")).containsExactly("OK");
      await().untilAsserted(() -> assertThat(operator.ask("WEIGHTS")).contains("a: 20"));
    }
    kill();
    String state = Files.readString(directory.resolve("ballast.state"));
    assertThat(state).containsPattern("ramp \"a\" = from 40 to 0 steps 4 done [23] .* deadline 2");
    try (TextClient operator = TextClient.connect(serve())) {
      assertThat(ramp(operator))
          .matches("# ramp of a: weight (20|10), step [23] of 4 to 0, one every 2s");
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(operator.ask("WEIGHTS")).contains("a: 0", "b: 40"));
      assertThat(ramp(operator)).isEqualTo("no ramp");
    }
    kill();
    try (TextClient operator = TextClient.connect(serve())) {
      assertThat(operator.ask("WEIGHTS")).contains("a: 0", "b: 40");
      assertThat(deadlines(operator)).hasSize(1);
    }
  }
}
