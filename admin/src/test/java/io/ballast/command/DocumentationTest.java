package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.balance.Pause;
import io.ballast.balance.Stuck;
import io.ballast.placement.Reason;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** README names every word that an operator types or reads, and no word that there is not. */
final class DocumentationTest {
  private static final Pattern WORD = Pattern.compile("`([^`]+)`");
  private static final String COMMANDS = "| command | |";

  private static List<String> readme() throws IOException {
    return Files.readAllLines(Path.of("../README.md"));
  }

  /** The first cells of the table that has this first cell in its head. */
  private static List<String> firstCells(String head) throws IOException {
    List<String> lines = readme();
    List<String> cells = new ArrayList<>();
    int start =
        lines.stream()
            .filter(line -> line.startsWith(head))
            .mapToInt(lines::indexOf)
            .findFirst()
            .orElseThrow(() -> new AssertionError("README has no table " + head));
    for (String line : lines.subList(start + 2, lines.size())) {
      if (!line.startsWith("|")) {
        break;
      }
      cells.add(line.split(" \\| ", -1)[0]);
    }
    return cells;
  }

  private static Set<String> words(String head) throws IOException {
    return firstCells(head).stream()
        .flatMap(cell -> WORD.matcher(cell).results())
        .map(word -> word.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> sorted(Stream<String> words) {
    return words.collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyCommandIsDescribed() throws IOException {
    try (ProxyFixture proxy = ProxyFixture.open()) {
      Set<String> commands =
          sorted(
              proxy.ask("HELP").stream()
                  .filter(line -> !line.startsWith("OK") && !line.startsWith("# "))
                  .map(line -> line.split("[ :]", 2)[0]));
      Set<String> described = sorted(words(COMMANDS).stream().map(usage -> usage.split(" ", 2)[0]));
      assertThat(described).containsAll(commands);
      // OFF and NOW are words of REBALANCE, which the table gives by themselves.
      commands.addAll(List.of("OFF", "NOW"));
      assertThat(commands).containsAll(described);
    }
  }

  @Test
  void everyCloseReasonIsExplained() throws IOException {
    assertThat(words("| reason | meaning | what to do |"))
        .isEqualTo(sorted(Stream.of(CloseReason.values()).map(CloseReason::word)));
  }

  @Test
  void everyReasonOfAStuckSessionIsExplained() throws IOException {
    assertThat(words("| stuck |")).isEqualTo(sorted(Stream.of(Stuck.values()).map(Stuck::word)));
  }

  @Test
  void everyReasonOfAPauseIsExplained() throws IOException {
    assertThat(words("| paused |"))
        .isEqualTo(sorted(Stream.of(Pause.Why.values()).map(Pause.Why::word)));
  }

  @Test
  void everyReasonOfAPlacementIsExplained() throws IOException {
    assertThat(words("| why there |"))
        .isEqualTo(sorted(Stream.of(Reason.values()).map(Reason::word)));
  }

  @Test
  void everyErrorCodeIsExplained() throws IOException {
    assertThat(words("| code |")).isEqualTo(sorted(Stream.of(Code.values()).map(Code::word)));
  }
}
