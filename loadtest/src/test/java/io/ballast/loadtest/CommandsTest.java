package io.ballast.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import io.ballast.loadtest.process.ChildProcess;
import io.ballast.loadtest.process.Jvm;
import io.ballast.loadtest.report.JsonLine;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandsTest {
  private static final int SETS = 200;

  /** The test runner talks to this process by its standard input, which no command may read. */
  private static final InputStream STANDARD_INPUT = System.in;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();
  private final CommandLine commandLine =
      Main.commandLine()
          .setOut(new PrintWriter(output, true))
          .setErr(new PrintWriter(errors, true));

  @BeforeAll
  static void commandsHaveAnInputOfTheirOwn() {
    System.setIn(InputStream.nullInputStream());
  }

  @AfterAll
  static void runnerHasItsInputBack() {
    System.setIn(STANDARD_INPUT);
  }

  private List<Config> report() {
    return output
        .toString()
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(JsonLine::read)
        .toList();
  }

  @Test
  void floodOfAProgramThatDoesNotStartFails(@TempDir Path folder) {
    int status =
        commandLine.execute(
            "flood", "--ballast=" + folder.resolve("none.jar"), "--folder=" + folder);

    assertThat(status).isEqualTo(3);
    assertThat(errors.toString()).contains("flood: ballast did not start", "none.jar");
  }

  @Test
  void loadsWithoutAProxyAreMeasured(@TempDir Path folder) {
    int status =
        commandLine.execute(
            "compare",
            "--peers=direct",
            "--workloads=small",
            "--threads=1,2",
            "--pairs=1",
            "--discard=0",
            "--warm-up=100ms",
            "--measure=1s",
            "--folder=" + folder);

    assertThat(status).as(output.toString() + errors).isZero();
    assertThat(output.toString())
        .contains("congestion control", "direct-x2", "64 B ping-pong x 50", "busy: proxy + load");
  }

  @Test
  void setsAreAnsweredByBackendsInAProcessOfTheirOwn(@TempDir Path folder) throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    List<String> command =
        Jvm.self(Main.class, "128m", List.of("backends", "--names", "a", "--until-eof"));
    try (ChildProcess backends =
        ChildProcess.start("backends", command, folder.resolve("log"), lines::add)) {
      String first = lines.poll(60, TimeUnit.SECONDS);
      assertThat(first).as(backends.lastWords()).isNotNull();
      String address = JsonLine.read(first).getString("addresses.a");

      int status =
          commandLine.execute(
              "sets",
              "--to=" + address,
              "--sets=" + SETS,
              "--arrival=500ms",
              "--message=100ms",
              "--burst=3",
              "--padding=50",
              "--duration=3s",
              "--seed=1");

      assertThat(status).as(output.toString()).isZero();
      assertThat(report().get(0).getLong("answered")).isGreaterThan(SETS);
      backends.send("quit");
      assertThat(backends.awaitEnd(Duration.ofSeconds(60))).isEqualTo(OptionalInt.of(0));
      assertThat(JsonLine.read(lines.remove()).getLong("once"))
          .isEqualTo(report().get(0).getLong("answered"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sets | Missing required option: '--to=HOST:PORT'",
        "sets --to=nonsense | nonsense is not an address: host:port, such as 127.0.0.1:6800",
        "sets --to=127.0.0.1:70000 | 127.0.0.1:70000 is not an address",
        "sets --to=127.0.0.1:1 --sets=20000 | 20000 sets: a process has from 1 to 19000",
        "sets --to=127.0.0.1:1 --sets=a=1,a=2 | group a is there twice",
        "sets --to=127.0.0.1:1 --sets=a=x | x is not a number of sets",
        "sets --to=127.0.0.1:1 --sets=a/b=1 | group a/b: a name is of letters",
        "sets --to=127.0.0.1:1 --message=5 | 5 is not a time: a whole number with ms, s, m",
        "sets --to=127.0.0.1:1 --burst=1001 | --burst = 1001: it is from 1 to 1000",
        "sets --to=127.0.0.1:1 --never-return=2 | --never-return = 2.0: it is from 0 to 1",
        "backends --names=a,a | --names = a: each backend has a name of its own",
        "backends --names=a=70000 | port 70000: it is from 0 to 65535",
        "backends --names=a=x | --names: x is not a port",
        "scenario drain --sets=9001 | --sets = 9001: it is from 10 to 9000",
        "scenario drain --nodes=1 | --nodes = 1: it is from 2 to 32",
        "scenario flap --times=0 | --times = 0: it is from 1 to 1000",
        "scenario drain --balance={ | --balance = {:",
        "scenario nonsense | nonsense",
        "scenario drain --ballast=/no/such.jar | there is no such file; build it with",
        "soak --minutes=0.01 | --minutes = 0.6 s: it is 5 s or more",
        "soak --nodes=2 | --nodes = 2: it is from 3 to 16",
        "soak --ballast=/no/such.jar | there is no such file; build it with",
        "compare --pairs=0 | --pairs = 0: it is from 1 to",
        "compare --idle-sessions=10000 | --idle-sessions = 10000: it is from 1 to 9500",
        "compare --threads=1,65 | --threads = 65: it is from 1 to 64",
        "compare --threads=two | two",
        "compare --peers=apache | apache"
      })
  void wrongUsageIsExplainedWithStatusTwo(String arguments, String message) {
    assertThat(commandLine.execute(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }
}
