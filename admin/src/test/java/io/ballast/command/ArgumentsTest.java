package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  private static final Usage USAGE = Usage.of("SETWEIGHT", "name weight", "test");

  private static Arguments arguments(String words) {
    return new Arguments(USAGE, CommandLine.parse(words.getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertUsageError(ThrowingCallable reading, String message) {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(reading)
        .withMessage(message + "; usage: SETWEIGHT name weight")
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.USAGE));
  }

  @Test
  void wordsAreTakenInOrder() {
    Arguments arguments = arguments("\"North America\" 7 force");
    assertThat(arguments.text("name")).isEqualTo("North America");
    assertThat(arguments.integer("weight", 0, 10, "rule")).isEqualTo(7);
    assertThat(arguments.accept("STEPS")).isFalse();
    assertThat(arguments.accept("FORCE")).isTrue();
    assertThat(arguments.accept("FORCE")).isFalse();
    arguments.end();
  }

  @Test
  void missingWordIsNamed() {
    assertUsageError(() -> arguments("").word("name"), "name is missing");
  }

  @Test
  void surplusWordIsNamed() {
    assertUsageError(() -> arguments("\"a b\"").end(), "\"a b\" is one word too many");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "11", "1.5", "x", "99999999999999999999", "0x1"})
  void numberOutOfItsRangeIsShownWithTheRule(String number) {
    assertUsageError(
        () -> arguments(number).integer("weight", 0, 10, "a weight is 0 to 10"),
        "weight = " + number + ": a weight is 0 to 10");
  }
}
