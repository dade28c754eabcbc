package io.ballast.command.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.ring.RingSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingToolTest {
  private int status;

  private List<String> run(String... commands) throws IOException {
    byte[] input = String.join("\n", commands).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    status = RingTool.run(new RingSettings(128, 4_194_304), new ByteArrayInputStream(input), out);
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void drainMovesThePublishedNumberOfKeysAtEachStep() throws IOException {
    assertThat(run("ADD_NODE small 1", "ADD_NODE medium 2", "ADD_NODE large 4", "DRAIN large 7000"))
        .containsExactly("548", "654", "918", "1774");
    assertThat(status).isZero();
  }

  @Test
  void loadCountsThePublishedKeys() throws IOException {
    assertThat(run("ADD_NODE small 1", "ADD_NODE medium 2", "ADD_NODE large 4", "LOAD 70000"))
        .containsExactly("large: 38629", "medium: 20073", "small: 11298");
  }

  @Test
  void drainedNodeStaysListedWithWeightZero() throws IOException {
    assertThat(run("ADD_NODE a 1", "ADD_NODE b", "DRAIN a 10", "WEIGHTS", "LOAD 10"))
        .endsWith("a: 0", "b: 1", "a: 0", "b: 10");
  }

  @Test
  void emptyRingOwnsNothing() throws IOException {
    assertThat(run("LOOKUP key0", "LOAD 5", "ADD_NODE a 0", "LOOKUP key0", "LOAD 5"))
        .containsExactly("NONE", "NONE", "a: 0");
    assertThat(status).isZero();
  }

  @Test
  void lookupNamesTheOwnerQuotedIfItHasToBe() throws IOException {
    assertThat(run("ADD_NODE none 3", "LOOKUP \"any \\xff key\"")).containsExactly("\"none\"");
  }

  @Test
  void weightIsOneIfMissingAndHelpSaysSo() throws IOException {
    assertThat(run("add_node a", "weights", "HELP ADD_NODE"))
        .containsExactly("a: 1", "ADD_NODE name [weight]  adds a node; weight 1 if none is given");
  }

  @Test
  void linesMayEndInCarriageReturnAndMayBeBlank() throws IOException {
    assertThat(run("ADD_NODE a\r", "\r", " ", "WEIGHTS\r")).containsExactly("a: 1");
    assertThat(status).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ADD_NODE | ERR usage name is missing; usage: ADD_NODE name [weight]",
        "ADD_NODE b -1 | ERR usage weight = -1: a weight is a whole number of 0 or more",
        "ADD_NODE a 2 | ERR conflict node a is there with weight 1: change it with SETWEIGHT",
        "ADD_NODE b 99999999 | ERR refused",
        "SETWEIGHT b 1 | ERR not-found node b does not exist: WEIGHTS lists the nodes",
        "SETWEIGHT a | ERR usage weight is missing",
        "DRAIN b 10 | ERR not-found",
        "DRAIN a | ERR usage n is missing",
        "LOAD 0 | ERR usage n = 0: a number of keys is 1 to",
        "LOOKUP | ERR usage key is missing",
        "LOOKUP a b | ERR usage b is one word too many",
        "LOOKUPS a | ERR unknown LOOKUPS is not a command: did you mean LOOKUP?",
      })
  void errorChangesNothingAndGivesExitStatusOne(String command, String error) throws IOException {
    List<String> lines = run("ADD_NODE a", command, "WEIGHTS");
    assertThat(lines).hasSize(2).last().isEqualTo("a: 1");
    assertThat(lines.get(0)).startsWith(error);
    assertThat(status).isEqualTo(1);
  }

  @Test
  void repeatedAdditionIsNoError() throws IOException {
    assertThat(run("ADD_NODE a 2", "ADD_NODE a 2", "SETWEIGHT a 2", "WEIGHTS"))
        .containsExactly("a: 2");
    assertThat(status).isZero();
  }

  @Test
  void overlongLineIsSkippedToItsEnd() throws IOException {
    List<String> lines = run("LOOKUP " + "x".repeat(100_000), "ADD_NODE a", "WEIGHTS");
    assertThat(lines).hasSize(2).last().isEqualTo("a: 1");
    assertThat(lines.get(0)).startsWith("ERR usage the line is too long");
  }

  @Test
  void quitEndsTheTool() throws IOException {
    assertThat(run("ADD_NODE a", "QUIT", "WEIGHTS")).isEmpty();
  }
}
