package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** README says what each exit status means, in the words of each command's help. */
final class ExitStatusTest {
  private static final Pattern IN_HELP = Pattern.compile("Exit status: (.+)\\.$");
  private static final Pattern IN_README =
      Pattern.compile("^\\| `(\\w+)` \\| (\\d .+) \\|$", Pattern.MULTILINE);

  @Test
  void readmeHasThoseOfEveryCommand() throws IOException {
    Map<String, String> help = new TreeMap<>();
    Main.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              String footer = String.join(" ", command.getCommandSpec().usageMessage().footer());
              Matcher matcher = IN_HELP.matcher(footer);
              if (matcher.find()) {
                help.put(name, matcher.group(1));
              }
            });
    Map<String, String> readme = new TreeMap<>();
    Matcher rows = IN_README.matcher(Files.readString(Path.of("../README.md")));
    while (rows.find()) {
      readme.put(rows.group(1), rows.group(2));
    }
    assertThat(help).isNotEmpty();
    assertThat(readme).isEqualTo(help);
  }
}
