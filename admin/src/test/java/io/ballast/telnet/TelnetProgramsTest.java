package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The programs that operators really use. */
class TelnetProgramsTest {
  private TelnetFixture channel;

  @BeforeEach
  void open() throws IOException {
    channel = TelnetFixture.open();
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  private static void assumeInstalled(String program, String howTo) {
    boolean installed =
        List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
            .anyMatch(directory -> Path.of(directory, program).toFile().canExecute());
    assumeTrue(installed, program + " is not installed, so it is not tried; " + howTo);
  }

  /** Runs a shell command with the port as $1, and returns its output's lines. */
  private List<String> shell(String command) throws IOException, InterruptedException {
    String port = Integer.toString(channel.server.address().getPort());
    Process process =
        new ProcessBuilder("sh", "-c", command, "sh", port).redirectErrorStream(true).start();
    process.getOutputStream().close();
    byte[] output = process.getInputStream().readAllBytes();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new String(output, StandardCharsets.ISO_8859_1).lines().toList();
  }

  @Test
  void ncThatEndsItsInputGetsEveryReply() throws Exception {
    assumeInstalled("nc", "apt-get install netcat-openbsd");
    assertThat(shell("printf 'SAY a\\nROWS 3\\nSAY b\\n' | nc -N 127.0.0.1 \"$1\""))
        .containsExactly("OK a", "row 0", "row 1", "row 2", "OK", "OK b");
  }

  @Test
  void ncWithQuitEndsByItself() throws Exception {
    assumeInstalled("nc", "apt-get install netcat-openbsd");
    assertThat(shell("printf 'SAY a\\nQUIT\\n' | nc 127.0.0.1 \"$1\""))
        .containsExactly("OK a", "OK");
  }

  @Test
  void telnetShowsReplies() throws Exception {
    assumeInstalled("telnet", "apt-get install telnet");
    int port = channel.server.address().getPort();
    Process telnet =
        new ProcessBuilder("telnet", "127.0.0.1", Integer.toString(port))
            .redirectErrorStream(true)
            .start();
    try (OutputStream keyboard = telnet.getOutputStream()) {
      keyboard.write("SAY a\nROWS 2\nQUIT\n".getBytes(StandardCharsets.US_ASCII));
      keyboard.flush();
      byte[] screen = telnet.getInputStream().readAllBytes();
      assertThat(new String(screen, StandardCharsets.ISO_8859_1).lines().map(String::stripTrailing))
          .containsSubsequence("OK a", "row 0", "row 1", "OK", "OK");
    }
  }
}
