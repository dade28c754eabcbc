package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

final class HelpTextTest {
  static Stream<String> commands() {
    return Main.commandLine().getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyLineWrittenByHandFitsATerminal(String name) {
    Map<String, CommandLine> commands = Main.commandLine().getSubcommands();
    UsageMessageSpec text = commands.get(name).getCommandSpec().usageMessage();
    assertThat(Stream.of(text.description(), text.footer()).flatMap(Stream::of))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(text.width()));
  }
}
