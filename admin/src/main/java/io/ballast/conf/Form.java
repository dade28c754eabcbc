package io.ballast.conf;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.ballast.command.Nearest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * How one value is written. Numbers and words may be quoted or not, since what comes from the
 * environment is always text.
 *
 * @param <T> what the value becomes
 */
@FunctionalInterface
interface Form<T> {
  /** Reads a value; the exception's message is the rule that it breaks and the remedy. */
  T read(ConfigValue value);

  /** Any text. */
  static Form<String> text() {
    return value -> {
      if (value.valueType() == ConfigValueType.OBJECT
          || value.valueType() == ConfigValueType.LIST) {
        throw new IllegalArgumentException("a single value is expected, not " + kind(value));
      }
      return value.atKey("it").getString("it");
    };
  }

  /**
   * A text that a parser turns into its value, or refuses with an {@code IllegalArgumentException}.
   */
  static <T> Form<T> parsed(Function<String, T> parser) {
    return value -> parser.apply(text().read(value));
  }

  /** A form with a rule of its own, which throws as a parser does. */
  static <T> Form<T> checked(Form<T> form, UnaryOperator<T> rule) {
    return value -> rule.apply(form.read(value));
  }

  /** A name of something that is configured elsewhere. */
  static Form<String> nameOf(String what, Collection<String> names, String remedy) {
    return parsed(
        text -> {
          if (names.contains(text)) {
            return text;
          }
          String others = names.isEmpty() ? "" : ", or choose one of " + String.join(", ", names);
          throw new IllegalArgumentException("there is no such " + what + "; " + remedy + others);
        });
  }

  /** {@code on} or {@code off}, and the other usual words for them. */
  static Form<Boolean> flag() {
    Map<String, Boolean> words =
        Map.of("on", true, "true", true, "yes", true, "off", false, "false", false, "no", false);
    return parsed(
        text -> {
          Boolean flag = words.get(text);
          if (flag == null) {
            throw new IllegalArgumentException("write on or off");
          }
          return flag;
        });
  }

  /** A whole number that fits an {@code int}. */
  static Form<Integer> whole() {
    return whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A whole number within bounds, both included. */
  static Form<Integer> whole(int least, int most) {
    return value -> Math.toIntExact(wholeLong(least, most).read(value));
  }

  /** A whole number within bounds, both included. */
  static Form<Long> wholeLong(long least, long most) {
    return parsed(
        text -> {
          BigDecimal number = number(text, "a whole number is expected");
          within(number, BigDecimal.valueOf(least), BigDecimal.valueOf(most));
          if (number.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("a whole number is expected, without a fraction");
          }
          return number.longValueExact();
        });
  }

  /** A number, which may have a fraction. */
  static Form<Double> decimal() {
    return parsed(text -> number(text, "a number is expected").doubleValue());
  }

  /** A number within bounds, both included. */
  static Form<Double> decimal(double least, double most) {
    return parsed(
        text -> {
          BigDecimal number = number(text, "a number is expected");
          within(number, BigDecimal.valueOf(least), BigDecimal.valueOf(most));
          return number.doubleValue();
        });
  }

  /** A time of 0 or more, with a unit; at most a hundred years. */
  static Form<Duration> duration() {
    return value -> {
      String text = text().read(value).strip();
      if (text.matches("[0.]+")) {
        return Duration.ZERO;
      }
      if (text.matches("[+-]?[0-9.]+")) {
        throw new IllegalArgumentException("a time has a unit: 500ms, 30s, 10m, 2h or 7d");
      }
      Duration duration;
      try {
        duration = value.atKey("it").getDuration("it");
      } catch (ConfigException e) {
        throw new IllegalArgumentException(
            "a time is a number with a unit: 500ms, 30s, 10m, 2h or 7d", e);
      }
      if (duration.isNegative()) {
        throw new IllegalArgumentException("a time is 0s or more");
      }
      if (duration.toDays() > 36_500) {
        throw new IllegalArgumentException("a time is at most 36500d");
      }
      return duration;
    };
  }

  /** A number of bytes within bounds, both included; units such as {@code 64KiB} or {@code 1MB}. */
  static Form<Long> bytes(long least, long most) {
    return value -> {
      BigDecimal number;
      try {
        text().read(value);
        number = BigDecimal.valueOf(value.atKey("it").getMemorySize("it").toBytes());
      } catch (ConfigException | IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "a size is a whole number of bytes, or has a unit: 512, 64KiB, 1MiB", e);
      }
      within(number, BigDecimal.valueOf(least), BigDecimal.valueOf(most));
      return number.longValueExact();
    };
  }

  /** One of an enum's constants, written in lower case with hyphens. */
  static <E extends Enum<E>> Form<E> word(Class<E> alternatives) {
    Map<String, E> words = new LinkedHashMap<>();
    for (E constant : alternatives.getEnumConstants()) {
      words.put(wordOf(constant), constant);
    }
    return choice(words, "");
  }

  /**
   * One of some words.
   *
   * @param otherwise what else may be written, for the message
   */
  static <T> Form<T> choice(Map<String, T> words, String otherwise) {
    return value -> {
      String text = text().read(value);
      T chosen = words.get(text);
      if (chosen == null) {
        throw new IllegalArgumentException(
            "it is one of "
                + words.keySet().stream().sorted().collect(Collectors.joining(", "))
                + otherwise
                + Nearest.to(text, words.keySet())
                    .map(word -> "; did you mean " + word + "?")
                    .orElse(""));
      }
      return chosen;
    };
  }

  /** An enum's constant as files write it. */
  static String wordOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What sort of value this is, with its article. */
  static String kind(ConfigValue value) {
    return switch (value.valueType()) {
      case OBJECT -> "an object in braces";
      case LIST -> "a list in brackets";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL -> "null";
      case STRING -> "a text";
    };
  }

  private static BigDecimal number(String text, String rule) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }

  private static void within(BigDecimal number, BigDecimal least, BigDecimal most) {
    if (number.compareTo(least) < 0 || number.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "it is at least " + least.toPlainString() + " and at most " + most.toPlainString());
    }
  }
}
