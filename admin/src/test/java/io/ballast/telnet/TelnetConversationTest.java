package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.command.Reply;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TelnetConversationTest {
  private TelnetFixture channel;
  private TextClient client;

  @BeforeEach
  void connect() throws IOException {
    channel = TelnetFixture.open();
    client = channel.connect();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    channel.close();
  }

  @Test
  void bytesMayComeOneAtATime() throws IOException {
    for (char c : "\u00ff\u00fd\u0001SAY \u00ff\u00fahm\u00ff\u00f0one\r\n".toCharArray()) {
      client.send(String.valueOf(c));
    }
    assertThat(client.readRaw()).isEqualTo("OK one\r\n");
  }

  @Test
  void linesEndAsTheCallersDo() throws IOException {
    client.send("ROWS 1\nROWS 1\r\n");
    assertThat(client.readRaw()).isEqualTo("row 0\n");
    assertThat(client.readRaw()).isEqualTo("OK\n");
    assertThat(client.readRaw()).isEqualTo("row 0\r\n");
    assertThat(client.readRaw()).isEqualTo("OK\r\n");
  }

  @Test
  void pipelinedCommandsAreAnsweredInOrder() throws Exception {
    int commands = 1_000;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < commands; i++) {
      all.append(i % 10 == 7 ? "LATER\n" : "SAY " + i + "\n");
    }
    client.send(all.toString());
    for (int i = 0; i < commands; i++) {
      if (i % 10 == 7) {
        CompletableFuture<Reply> later = channel.language.later.take();
        assertThat(channel.language.later).isEmpty();
        later.complete(Reply.ok("later " + i));
        assertThat(client.readLine()).isEqualTo("OK later " + i);
      } else {
        assertThat(client.readLine()).isEqualTo("OK " + i);
      }
    }
  }

  @Test
  void blankLineIsNotAnswered() throws IOException {
    client.send("\n  \n\r\nSAY a\n");
    assertThat(client.readLine()).isEqualTo("OK a");
  }

  @Test
  void longestLineIsExecuted() throws IOException {
    String word = "x".repeat(8_192 - "SAY ".length());
    assertThat(client.ask("SAY " + word)).containsExactly("OK " + word);
  }

  @Test
  void giantLineIsAnsweredOnceAndSkipped() throws IOException {
    String piece = "x".repeat(100_000);
    for (int i = 0; i < 100; i++) {
      client.send(piece);
    }
    client.send("\nSAY next\n");
    assertThat(client.readLine())
        .isEqualTo(
            "ERR usage the line is too long: a line has at most 8192 bytes;"
                + " it was skipped up to its end");
    assertThat(client.readLine()).isEqualTo("OK next");
  }

  @Test
  void quitAnswersAndClosesEvenIfMoreWasSent() throws IOException {
    client.send("SAY a\nQUIT\nSAY b\n" + "SAY c\n".repeat(10_000));
    assertThat(client.readLine()).isEqualTo("OK a");
    assertThat(client.readLine()).isEqualTo("OK");
    assertThat(client.readLine()).isEmpty();
  }

  @Test
  void halfClosedCallerGetsEveryReply() throws Exception {
    client.send("ROWS 20000\nLATER\nSAY end\n");
    client.shutdownOutput();
    assertThat(client.readReply()).hasSize(20_001).endsWith("row 19999", "OK");
    channel.language.later.take().complete(Reply.ok("later"));
    assertThat(client.readLine()).isEqualTo("OK later");
    assertThat(client.readLine()).isEqualTo("OK end");
    assertThat(client.readLine()).isEmpty();
  }

  @Test
  void lineWithoutItsEndIsNotExecuted() throws IOException {
    client.send("SAY a\nSAY trunc");
    client.shutdownOutput();
    assertThat(client.readLine()).isEqualTo("OK a");
    assertThat(client.readLine()).startsWith("ERR usage the last line has no line end");
    assertThat(client.readLine()).isEmpty();
  }

  @Test
  void errorIsOneLineAndTheConversationGoesOn() throws IOException {
    assertThat(client.ask("SAY")).containsExactly("ERR not-found no word: say one");
    assertThat(client.ask("SAI a"))
        .containsExactly("ERR unknown SAI is not a command: did you mean SAY?");
    assertThat(client.ask("SAY a")).containsExactly("OK a");
  }

  @Test
  void commandThatWouldForgeALineIsCutShort() throws IOException {
    List<String> reply = client.ask("BREAK");
    assertThat(reply).hasSize(2).startsWith("row");
    assertThat(reply.get(1)).startsWith("ERR failed the reply is cut short");
    assertThat(client.ask("SAY a")).containsExactly("OK a");
  }

  @Test
  void repliesRepeatUntilALineComes() throws IOException {
    client.send("WATCH\n");
    for (int i = 1; i <= 5; i++) {
      assertThat(client.readLine()).isEqualTo("OK watch " + i);
    }
    client.send("SAY stop\n");
    String line = client.readLine();
    while (line.startsWith("OK watch")) {
      line = client.readLine();
    }
    assertThat(line).isEqualTo("OK stop");
    assertThat(client.ask("SAY quiet")).containsExactly("OK quiet");
  }

  @Test
  void emptyLineEndsRepetitionToo() throws Exception {
    client.send("WATCH\n");
    client.readLine();
    client.send("\n");
    client.send("LATER\n");
    CompletableFuture<Reply> later = channel.language.later.take();
    int watched = channel.language.watched.get();
    later.complete(Reply.ok("later"));
    for (int i = 1; i < watched; i++) {
      assertThat(client.readLine()).startsWith("OK watch");
    }
    assertThat(client.readLine()).isEqualTo("OK later");
  }

  @Test
  void interruptEndsRepetitionAndTheScreenGoesOn() throws IOException {
    client.send("WATCH\r\n");
    assertThat(client.readLine()).startsWith("OK watch");
    client.send("\u00ff\u00f4\u00ff\u00fd\u0006SAY a\r\n");
    String line = client.readLine();
    while (line.startsWith("OK watch")) {
      line = client.readLine();
    }
    assertThat(line).isEqualTo("\u00ff\u00fb\u0006OK a");
    assertThat(client.ask("SAY quiet")).containsExactly("OK quiet");
  }

  @Test
  void repetitionEndsWithTheInput() throws IOException {
    client.send("WATCH\n");
    client.shutdownOutput();
    assertThat(client.readLine()).isEqualTo("OK watch 1");
    String line = client.readLine();
    while (!line.isEmpty()) {
      line = client.readLine();
    }
    assertThat(channel.language.watched).hasValueLessThan(4);
  }

  @Test
  void callerThatVanishesWhileACommandWaitsDoesNoHarm() throws Exception {
    client.send("LATER\n");
    client.abort();
    channel.language.later.take().complete(Reply.ok());
    try (TextClient other = channel.connect()) {
      assertThat(other.ask("SAY a")).containsExactly("OK a");
    }
  }
}
