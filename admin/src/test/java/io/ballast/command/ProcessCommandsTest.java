package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessCommandsTest {
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.open("sensors", "my phones");
  }

  @AfterEach
  void close() {
    ballast.close();
  }

  @Test
  void statsCountsTheWholeProcess() throws IOException {
    ballast.ask("USE phones");
    ballast.ask("ADD_NODE down 127.0.0.1:1 0");
    try (LiveSet set = ballast.connect("lobby")) {
      assertThat(set.node()).startsWith("ap-");
      assertThat(ballast.ask("STATS"))
          .startsWith("version: development")
          .contains("clusters: 3", "listeners: 1", "nodes: 6", "nodes-down: 0")
          .contains("connections: 1", "sessions: 1", "accepted: 1", "opened: 1", "closed: 0")
          .contains("rejected: 0", "connects: 1", "connects-connected: 1")
          .anyMatch(line -> line.matches("uptime-s: [0-9]+"))
          .anyMatch(line -> line.matches("transport: (epoll|nio)"))
          .endsWith("OK");
    }
    await()
        .untilAsserted(
            () ->
                assertThat(ballast.ask("STATS"))
                    .contains("sessions: 0", "closed: 1", "closed-client-closed: 1"));
  }

  @Test
  void configIsShownSoThatNoLineOfItEndsTheReply() {
    ballast.process.configuration = List.of("ballast.x = 1", "OK", "ERR x", "name = \"Zürich\"");
    assertThat(ballast.ask("CONFIG"))
        .containsExactly("ballast.x = 1", " OK", " ERR x", "name = \"Z\\xc3\\xbcrich\"", "OK");
  }

  @Test
  void shutdownTakesItsGraceOrTheUsualOne() {
    assertThat(ballast.askOne("SHUTDOWN")).isEqualTo("OK shutting down within 30 s");
    assertThat(ballast.askOne("SHUTDOWN 2m")).isEqualTo("OK shutting down within 120 s");
    assertThat(ballast.askOne("SHUTDOWN 0s")).isEqualTo("OK shutting down within 0 s");
    assertThat(ballast.process.shutdowns)
        .containsExactly(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ZERO);
  }

  @Test
  void oneOfSeveralClustersIsUsed() {
    assertThat(ballast.askOne("WEIGHTS"))
        .isEqualTo(
            "ERR usage WEIGHTS works on one cluster:"
                + " USE one of \"my phones\", phones, sensors first");
    assertThat(ballast.askOne("USE sensors")).isEqualTo("OK");
    assertThat(ballast.askOne("ADD_NODE s-1 10.0.0.1:1883")).isEqualTo("OK");
    assertThat(ballast.ask("WEIGHTS")).containsExactly("s-1: 100", "OK");
    assertThat(ballast.askOne("USE phones")).isEqualTo("OK");
    assertThat(ballast.ask("WEIGHTS")).hasSize(6).doesNotContain("s-1: 100");
  }

  @Test
  void everyCommandOfTheLanguageHasItsLineOfHelp() {
    List<String> help = ballast.ask("HELP");
    assertThat(help)
        .filteredOn(line -> !line.startsWith("# "))
        .extracting(line -> line.split(" ", 2)[0])
        .containsExactlyInAnyOrder(
            "HELP",
            "RELOAD",
            "PLAN",
            "CANDIDATE",
            "NODES",
            "WEIGHTS",
            "LOAD",
            "ADD_NODE",
            "REMOVE_NODE",
            "SETWEIGHT",
            "MOVE_NODE",
            "ZONES",
            "ADD_ZONE",
            "REMOVE_ZONE",
            "SETBACKUP",
            "AFFINITY",
            "SETZONE",
            "LOOKUP",
            "LIST",
            "SESSIONS",
            "DRAIN",
            "CANCEL",
            "PIN",
            "UNPIN",
            "MOVE",
            "CLOSE",
            "REBALANCE",
            "STATUS",
            "WATCH",
            "PLAN",
            "STATS",
            "CONFIG",
            "SHUTDOWN",
            "USE",
            "AUTH",
            "QUIT",
            "OK");
  }

  @Test
  void helpShowsCommandsByWhatTheyAreFor() {
    List<String> help = ballast.ask("HELP");
    assertThat(help.get(0)).startsWith("HELP ");
    assertThat(help)
        .filteredOn(line -> line.startsWith("# "))
        .containsExactly(
            "# look",
            "# nodes and weights",
            "# moving",
            "# affinity",
            "# settings and process",
            "# this channel");
    assertThat(help.get(help.indexOf("# look") + 1)).startsWith("STATUS ");
    assertThat(help.get(help.indexOf("# affinity") + 1)).startsWith("AFFINITY ");
  }
}
