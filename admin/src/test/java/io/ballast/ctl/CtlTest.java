package io.ballast.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import io.ballast.telnet.TelnetServer;
import io.ballast.telnet.TelnetSettings;
import io.ballast.telnet.TestLanguage;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CtlTest {
  private static final HostPort FREE = new HostPort("127.0.0.1", 0);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private TelnetServer server;

  private int port(Optional<String> secret) throws IOException {
    Optional<Secret> expected = secret.map(Secret::of);
    server =
        TelnetServer.start(
            new TelnetSettings(FREE, expected, Duration.ofMinutes(1), 8),
            new TestLanguage().language(expected),
            loop.next());
    return server.address().getPort();
  }

  @AfterEach
  void stop() throws Exception {
    if (server != null) {
      server.stop().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    loop.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private int run(int port, Optional<String> secret, String... words) {
    return run(port, secret, Optional.empty(), Duration.ofSeconds(20), words);
  }

  private int run(
      int port,
      Optional<String> secret,
      Optional<String> cluster,
      Duration timeout,
      String... words) {
    return new Ctl(
            new CtlSettings(new HostPort("127.0.0.1", port), secret, cluster, timeout),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(List.of(words));
  }

  private List<String> printed() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String complained() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void dataLinesArePrintedAndTheStatusIsZero() throws IOException {
    assertThat(run(port(Optional.empty()), Optional.empty(), "ROWS", "2")).isZero();
    assertThat(printed()).containsExactly("row 0", "row 1");
    assertThat(complained()).isEmpty();
  }

  @Test
  void summaryIsPrinted() throws IOException {
    assertThat(run(port(Optional.empty()), Optional.empty(), "SAY", "hello")).isZero();
    assertThat(printed()).containsExactly("hello");
  }

  @Test
  void wordsAreQuotedWhereTheyNeedToBe() throws IOException {
    assertThat(run(port(Optional.empty()), Optional.empty(), "SAY", "North \"A\" é")).isZero();
    assertThat(printed()).containsExactly("\"North \\\"A\\\" \\xc3\\xa9\"");
  }

  @Test
  void singleArgumentWithSpacesIsAWholeLine() throws IOException {
    assertThat(run(port(Optional.empty()), Optional.empty(), "SAY \"North America\"")).isZero();
    assertThat(printed()).containsExactly("\"North America\"");
  }

  @Test
  void errorGoesToStandardErrorAndTheStatusIsOne() throws IOException {
    assertThat(run(port(Optional.empty()), Optional.empty(), "SAY")).isEqualTo(1);
    assertThat(printed()).isEmpty();
    assertThat(complained()).isEqualToIgnoringNewLines("not-found no word: say one");
  }

  @Test
  void secretIsGivenFirst() throws IOException {
    int port = port(Optional.of("open sesame"));
    assertThat(run(port, Optional.of("open sesame"), "SAY", "a")).isZero();
    assertThat(printed()).containsExactly("a");
    assertThat(run(port, Optional.empty(), "SAY", "a")).isEqualTo(1);
    assertThat(complained()).startsWith("denied this channel needs a secret");
  }

  @Test
  void wrongSecretEndsBeforeTheCommand() throws IOException {
    assertThat(run(port(Optional.of("sesame")), Optional.of("wrong"), "SAY", "a")).isEqualTo(1);
    assertThat(complained()).startsWith("denied wrong secret").doesNotContain("needs a secret");
  }

  @Test
  void clusterIsSelectedFirst() throws IOException {
    int port = port(Optional.empty());
    Duration timeout = Duration.ofSeconds(20);
    assertThat(run(port, Optional.empty(), Optional.of("phones"), timeout, "SAY", "a"))
        .isEqualTo(1);
    assertThat(complained()).startsWith("unknown USE is not a command");
  }

  @Test
  void nothingToConnectToIsStatusThree() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(run(port, Optional.empty(), "SAY", "a")).isEqualTo(3);
    assertThat(complained()).contains("127.0.0.1:" + port).contains("is the proxy running");
  }

  @Test
  void connectionThatBreaksBeforeTheEndIsStatusThree() throws Exception {
    try (ServerSocket breaking = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (var socket = breaking.accept()) {
                  socket.getInputStream().readNBytes("ROWS 2\n".length());
                  socket.getOutputStream().write("row 0\nOK".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      server.start();
      assertThat(run(breaking.getLocalPort(), Optional.empty(), "ROWS", "2")).isEqualTo(3);
      server.join();
    }
    assertThat(printed()).containsExactly("row 0");
    assertThat(complained())
        .contains("the connection ended before the reply did: is this the address of admin.telnet");
  }

  @Test
  void silentPeerIsStatusThree() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Duration timeout = Duration.ofMillis(200);
      int port = silent.getLocalPort();
      assertThat(run(port, Optional.empty(), Optional.empty(), timeout, "SAY", "a")).isEqualTo(3);
    }
    assertThat(complained())
        .contains("no reply within 200 ms: is this the address of admin.telnet")
        .contains("127.0.0.1:6809 unless configured");
  }

  @Test
  void commandOfNoOrSeveralLinesIsWrongUsage() {
    assertThat(run(1, Optional.empty())).isEqualTo(2);
    assertThat(run(1, Optional.empty(), " ")).isEqualTo(2);
    assertThat(run(1, Optional.empty(), "SAY a\nQUIT")).isEqualTo(2);
  }

  @Test
  void settingsAreCheckedAndHideTheSecret() {
    Optional<String> secret = Optional.of("sesame");
    Duration second = Duration.ofSeconds(1);
    assertThat(new CtlSettings(new HostPort("h", 1), secret, Optional.empty(), second).toString())
        .doesNotContain("sesame");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CtlSettings(new HostPort("h", 0), secret, Optional.empty(), second))
        .withMessage("to = h:0: a channel has a port of 1 to 65535");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new CtlSettings(new HostPort("h", 1), secret, Optional.empty(), Duration.ZERO))
        .withMessage(
            "timeout = 0: a timeout is a whole number of seconds above 0, and at most 86400"
                + " (24 hours)");
    for (String wrong : List.of("x", "1.5", "10s", "")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CtlSettings.seconds(wrong))
          .withMessageStartingWith("timeout = " + wrong + ": a timeout is a whole number");
    }
  }

  /** Answers whatever comes with these bytes, and says what the client complains of. */
  private String complaintAbout(String answer) throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (var socket = other.accept()) {
                  socket.getInputStream().readNBytes("SAY a\n".length());
                  socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                  socket.shutdownOutput();
                  socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      server.start();
      assertThat(run(other.getLocalPort(), Optional.empty(), "SAY", "a")).isEqualTo(3);
      server.join();
    }
    return complained();
  }

  @Test
  void portThatSpeaksHttpIsSaidToBeTheWrongOne() throws Exception {
    assertThat(complaintAbout("HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n"))
        .contains("what answers there speaks HTTP: is this the address of admin.telnet, which is");
    assertThat(printed()).isEmpty();
  }

  @Test
  void portThatSpeaksTlsIsSaidToBeTheWrongOne() throws Exception {
    assertThat(complaintAbout("\u0015\u0003\u0001\u0000\u0002\u0002F"))
        .contains("bytes that are no line of a reply: is this the address of admin.telnet");
    assertThat(printed()).isEmpty();
  }

  @Test
  void commandsThatMakeNoSenseAloneNameWhatDoes() {
    assertThat(run(1, Optional.empty(), "watch", "5")).isEqualTo(2);
    assertThat(complained()).contains("give STATUS, again and again, or WATCH on telnet");
    assertThat(run(1, Optional.empty(), "USE phones")).isEqualTo(2);
    assertThat(complained()).contains("--cluster NAME");
    assertThat(run(1, Optional.empty(), "AUTH", "sesame")).isEqualTo(2);
    assertThat(complained()).contains("BALLAST_SECRET").doesNotContain("sesame");
  }

  @Test
  void commandLineTakesDashesOfTheCommandAsTheyAre(@TempDir Path directory) throws IOException {
    int port = port(Optional.of("sesame"));
    Path file = Files.writeString(directory.resolve("secret"), "sesame\n");
    int status =
        new CommandLine(new CtlCommand())
            .execute("--to", "127.0.0.1:" + port, "--secret-file", file.toString(), "SAY", "-3");
    assertThat(status).isZero();
  }

  @Test
  void commandLineWithoutCommandOrWithABadAddressIsWrongUsage() {
    CommandLine quiet =
        new CommandLine(new CtlCommand()).setErr(new PrintWriter(Writer.nullWriter()));
    assertThat(quiet.execute()).isEqualTo(2);
    assertThat(quiet.execute("--to", "nowhere", "HELP")).isEqualTo(2);
    assertThat(quiet.execute("--to", "h:x", "HELP")).isEqualTo(2);
    assertThat(quiet.execute("--secret-file", "/nonexistent", "HELP")).isEqualTo(2);
    StringWriter complaint = new StringWriter();
    CommandLine loud = new CommandLine(new CtlCommand()).setErr(new PrintWriter(complaint));
    assertThat(loud.execute("--timeout", "soon", "HELP")).isEqualTo(2);
    assertThat(complaint.toString()).startsWith("timeout = soon: a timeout is a whole number of");
  }
}
