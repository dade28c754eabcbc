package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReloadCommandsTest {
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.open("sensors");
  }

  @AfterEach
  void close() {
    ballast.close();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void reloadIsOfTheWholeProcessAndSaysWhoAsks() {
    ballast.process.report =
        ReloadReport.done(List.of("weight phones/na-1: 10 -> 20", "OK"), "1 change");
    assertThat(ballast.ask("reload"))
        .containsExactly("weight phones/na-1: 10 -> 20", " OK", "OK 1 change");
    assertThat(ballast.process.reloads).containsExactly("192.0.2.1:5555");
  }

  @Test
  void refusedReloadIsAnErrorAfterItsLines() {
    ballast.process.report =
        ReloadReport.refused(List.of("x.conf:1: naïve"), Code.FAILED, "1 problem in the file");
    assertThat(ballast.ask("RELOAD"))
        .containsExactly("x.conf:1: na\\xc3\\xafve", "ERR failed 1 problem in the file");
  }

  @Test
  void planReloadNeedsNoClusterAsPlanDoes() {
    assertThat(ballast.ask("plan reload")).containsExactly("OK 0 changes");
    assertThat(ballast.process.reloads).containsExactly("plan of the file");
    assertThat(ballast.askOne("PLAN SETWEIGHT na-1 2")).startsWith("ERR usage PLAN works on one");
    assertThat(ballast.askOne("PLAN RELOAD twice")).startsWith("ERR usage twice is one word too");
  }

  @Test
  void candidateIsCollectedFromItsPartsAndUsedOnce() {
    assertThat(ballast.askOne("CANDIDATE " + base64("ballast {"))).isEqualTo("OK 9 bytes so far");
    ballast.askOne("CANDIDATE " + base64("}"));
    ballast.askOne("PLAN RELOAD CANDIDATE");
    assertThat(ballast.process.reloads).containsExactly("plan ballast {}");
    assertThat(ballast.askOne("PLAN RELOAD CANDIDATE"))
        .isEqualTo("ERR conflict there is no candidate: send it with CANDIDATE first");
  }

  @Test
  void candidateCanBeginAnew() {
    ballast.askOne("CANDIDATE " + base64("x"));
    assertThat(ballast.askOne("CANDIDATE CLEAR")).isEqualTo("OK");
    assertThat(ballast.askOne("PLAN RELOAD CANDIDATE")).startsWith("ERR conflict");
    assertThat(ballast.askOne("CANDIDATE !")).startsWith("ERR usage a part of a configuration");
  }

  @Test
  void candidateHasALimit() {
    String part = "CANDIDATE " + Base64.getEncoder().encodeToString(new byte[6000]);
    String last = "";
    for (int i = 0; i < 700 && last.isEmpty(); i++) {
      String reply = ballast.askOne(part);
      last = reply.startsWith("OK") ? "" : reply;
    }
    assertThat(last).startsWith("ERR refused a configuration sent this way has at most 4194304");
  }

  @Test
  void twoWordsInOneAreNoCommand() {
    assertThat(ballast.askOne("\"PLAN RELOAD\"")).startsWith("ERR unknown");
  }

  @Test
  void helpNamesThem() {
    assertThat(ballast.ask("HELP"))
        .anyMatch(line -> line.startsWith("RELOAD "))
        .anyMatch(line -> line.startsWith("PLAN RELOAD [CANDIDATE] "));
  }
}
