package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configuration files, good and bad, as {@code check} and {@code serve} take them. */
final class CheckIT {
  /** Each line that ends in this comment has one mistake, and no other line has any. */
  private static final String MISTAKE = "# wrong";

  private static final String TEN_MISTAKES =
      """
      ballast {
        clusters.c {
          zones { asia { backup = nowhere } }                    # wrong
          nodes {
            n1 { address = "127.0.0.1:70000" }                   # wrong
            n2 { address = "127.0.0.1:7002", weight = -3 }       # wrong
            n3 { address = "127.0.0.1:7003", zone = europe }     # wrong
            n4 { address = "127.0.0.1:7004", wieght = 3 }        # wrong
          }
          health.interval = 2parsecs                             # wrong
        }
        listeners {
          one { cluster = d, bind = "127.0.0.1:7100" }           # wrong
          two { cluster = c, bind = "127.0.0.1:7101", identity { line = "HELLO (" } } # wrong
          three { cluster = c, bind = "127.0.0.1:7102" }
          four { cluster = c, bind = "127.0.0.1:7102" }          # wrong
        }
        admin.telnet.bind = "0.0.0.0:7103"                       # wrong
      }
      """;

  @TempDir private Path directory;

  private Spawned run(String command, String text) throws Exception {
    Files.writeString(directory.resolve("x.conf"), text);
    return Programs.runBallast(directory, command, "x.conf");
  }

  private static List<Integer> linesOfMistakes() {
    List<String> lines = TEN_MISTAKES.lines().toList();
    List<Integer> wrong = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith(MISTAKE)) {
        wrong.add(i + 1);
      }
    }
    return wrong;
  }

  @Test
  void everyMistakeIsListedWithItsLine() throws Exception {
    Spawned check = run("check", TEN_MISTAKES);
    assertThat(check.awaitExit()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    assertThat(check.err().stream().filter(line -> line.startsWith("x.conf:")))
        .extracting(line -> Integer.valueOf(line.split(":", 3)[1]))
        .containsExactlyElementsOf(linesOfMistakes())
        .hasSize(10);
    assertThat(check.err()).last().isEqualTo("10 problems");
  }

  @Test
  void serveStartsNothingOfAWrongFile() throws Exception {
    Spawned serve = run("serve", TEN_MISTAKES);
    assertThat(serve.awaitExit()).isEqualTo(2);
    assertThat(serve.out()).isEmpty();
    assertThat(serve.err()).last().isEqualTo("10 problems");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(directory.resolve("x.conf"));
    }
  }

  @Test
  void everyFileOfTheProjectIsRight() throws Exception {
    Path conf = Path.of(System.getProperty("ballast.home"), "conf");
    try (Stream<Path> files = Files.list(conf)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".conf")).toList()) {
        Spawned check = Programs.runBallast(directory, "check", file.toString());
        assertThat(check.awaitExit()).as("%s", check).isZero();
      }
    }
  }

  @Test
  void aFileThatIsNotThereIsAProblemOfItsOwn() throws Exception {
    Spawned check = Programs.runBallast(directory, "check", "missing.conf");
    assertThat(check.awaitExit()).isEqualTo(2);
    assertThat(check.err()).first().asString().startsWith("missing.conf: there is no such file");
  }

  @Test
  void anAddressThatIsTakenIsNamed() throws Exception {
    try (Spawned first =
        Spawned.start(
            Files.createDirectory(directory.resolve("first")),
            Map.of(),
            Programs.ballast("demo", "--sets", "0"))) {
      String taken = first.awaitLine("telnet ").substring("telnet ".length());
      Spawned second =
          run(
              "serve",
              """
              ballast {
                clusters.c.nodes.n.address = "127.0.0.1:7001"
                listeners.l { cluster = c, bind = "%s" }
                admin { telnet.bind = "127.0.0.1:0", http.bind = "127.0.0.1:0" }
                store.file = ""
              }
              """
                  .formatted(taken));
      assertThat(second.awaitExit()).isEqualTo(1);
      assertThat(second.err())
          .anyMatch(line -> line.startsWith("cannot start: ") && line.contains(taken));
    }
  }
}
