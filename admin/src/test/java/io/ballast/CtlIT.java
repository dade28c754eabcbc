package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import io.ballast.telnet.TextClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How people and scripts talk to a running proxy that wants a secret. */
final class CtlIT {
  private static final String SECRET = "open \"sesame\"";
  private static final Map<String, String> WITH_SECRET = Map.of("BALLAST_SECRET", SECRET);

  @TempDir private Path directory;
  private TestServer node;
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    node = TestServer.echo();
    proxy =
        Serving.start(
            directory,
            WITH_SECRET,
            """
            clusters.c.nodes { a.address = "127.0.0.1:%1$d", b.address = "127.0.0.1:%1$d" }
            listeners.l { cluster = c, bind = "127.0.0.1:0" }
            admin.secret = ${?BALLAST_SECRET}
            """
                .formatted(node.port()),
            "");
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    node.close();
  }

  private Spawned ctl(Map<String, String> environment, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("ctl", "--to", to()));
    all.addAll(List.of(arguments));
    Spawned ctl =
        Spawned.start(directory, environment, Programs.ballast(all.toArray(new String[0])));
    ctl.awaitExit();
    return ctl;
  }

  private String to() {
    return "127.0.0.1:" + proxy.telnet().getPort();
  }

  @Test
  void theExitStatusSaysHowItWent() throws Exception {
    Spawned set = ctl(WITH_SECRET, "SETWEIGHT", "a", "50");
    assertThat(set.awaitExit()).as("%s", set).isZero();
    Spawned weights = ctl(WITH_SECRET, "WEIGHTS");
    assertThat(weights.awaitExit()).isZero();
    assertThat(weights.out()).containsExactly("a: 50", "b: 100");

    Spawned unknown = ctl(WITH_SECRET, "SETWEIGHT", "nobody", "50");
    assertThat(unknown.awaitExit()).isEqualTo(1);
    assertThat(unknown.err()).singleElement().asString().startsWith("not-found ");
    assertThat(ctl(Map.of(), "WEIGHTS").awaitExit()).isEqualTo(1);

    assertThat(ctl(WITH_SECRET).awaitExit()).isEqualTo(2);
    assertThat(ctl(WITH_SECRET, "--colour", "WEIGHTS").awaitExit()).isEqualTo(2);

    String nobody = "127.0.0.1:" + closedPort();
    assertThat(Programs.runBallast(directory, "ctl", "--to", nobody, "WEIGHTS").awaitExit())
        .isEqualTo(3);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void theSecretMayComeFromAFile() throws Exception {
    Files.writeString(directory.resolve("secret"), SECRET + "\n");
    Spawned weights = ctl(Map.of(), "--secret-file", "secret", "WEIGHTS");
    assertThat(weights.awaitExit()).as("%s", weights).isZero();
    assertThat(ctl(Map.of(), "--secret-file", "missing", "WEIGHTS").awaitExit()).isEqualTo(2);
  }

  @Test
  void theSecretIsNotInTheListOfProcesses() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Spawned ctl =
            Spawned.start(
                directory,
                WITH_SECRET,
                Programs.ballast("ctl", "--to", "127.0.0.1:" + silent.getLocalPort(), "WEIGHTS"))) {
      // It runs for as long as it waits for an answer.
      try (Socket asked = silent.accept()) {
        assertThat(asked.isConnected()).isTrue();
        assertThat(commandLine(ctl.pid())).contains("WEIGHTS").doesNotContain("sesame");
      }
      assertThat(ctl.awaitExit()).isEqualTo(3);
    }
    assertThat(commandLine(proxy.process().pid())).contains("serve").doesNotContain("sesame");
    assertThat(Stream.concat(proxy.process().out().stream(), proxy.process().err().stream()))
        .noneMatch(line -> line.contains("sesame"));
    proxy.make("AUTH \"open \\\"sesame\\\"\"");
    assertThat(proxy.ask("CONFIG")).noneMatch(line -> line.contains("sesame"));
  }

  private static String commandLine(long pid) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
  }

  @Test
  void aWrongSecretIsAnsweredLateAndTheNextOneLater() throws Exception {
    try (TextClient guesser = TextClient.connect(proxy.telnet())) {
      long first = nanosOf(guesser, "AUTH guess");
      long second = nanosOf(guesser, "AUTH again");
      assertThat(first).isGreaterThanOrEqualTo(500_000_000);
      assertThat(second).isGreaterThanOrEqualTo(1_000_000_000);
      assertThat(guesser.ask("LOAD")).singleElement().asString().startsWith("ERR denied");
    }
  }

  private static long nanosOf(TextClient client, String guess) throws IOException {
    long start = System.nanoTime();
    assertThat(client.ask(guess)).singleElement().asString().startsWith("ERR denied wrong secret");
    return System.nanoTime() - start;
  }

  @Test
  void commandsSentAtOnceThroughNcAreAnsweredInOrder() throws Exception {
    Programs.assumeInstalled("nc", "netcat-openbsd");
    Files.writeString(
        directory.resolve("script"),
        "auth \"open \\\"sesame\\\"\"\nWEIGHTS\nsetweight b 7\nBOGUS\r\nWEIGHTS\nQUIT\n");
    Spawned nc = Programs.shell(directory, "nc 127.0.0.1 $1 <script", proxy.telnet().getPort());
    assertThat(nc.out())
        .containsExactly(
            "OK",
            "a: 100",
            "b: 100",
            "OK",
            "OK",
            "ERR unknown BOGUS is not a command: HELP lists the commands",
            "a: 100",
            "b: 7",
            "OK",
            "OK");
  }

  @Test
  void telnetIsAConversation() throws Exception {
    Programs.assumeInstalled("telnet", "telnet");
    String port = Integer.toString(proxy.telnet().getPort());
    try (Spawned telnet = Spawned.start(directory, Map.of(), "telnet", "127.0.0.1", port)) {
      telnet.awaitLine("Connected to");
      telnet.type("AUTH \"open \\\"sesame\\\"\"\nLOAD\nQUIT\n");
      await("telnet shows the reply")
          .atMost(Spawned.PATIENCE)
          .until(
              () ->
                  telnet.out().stream()
                          .map(String::strip)
                          .filter(line -> List.of("OK", "a: 0", "b: 0").contains(line))
                          .count()
                      == 5);
      telnet.awaitExit();
    }
  }
}
