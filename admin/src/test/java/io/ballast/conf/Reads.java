package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.relay.CongestionControl;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads texts in tests, under the name {@code x.conf}. */
final class Reads {
  private Reads() {}

  static <T> T accepted(Outcome<T> outcome) {
    if (outcome instanceof Outcome.Accepted<T> accepted) {
      return accepted.settings();
    }
    throw new AssertionError(problems(outcome));
  }

  static List<String> problems(Outcome<?> outcome) {
    return outcome instanceof Outcome.Rejected<?> rejected
        ? rejected.problems().stream().map(Problem::toString).toList()
        : List.of();
  }

  static <T> Outcome<T> text(String text, Function<Section, T> build) {
    return text(text, Map.of(), build);
  }

  static <T> Outcome<T> text(
      String text, Map<String, String> environment, Function<Section, T> build) {
    return new ConfigurationFile(environment).read("x.conf", text, build);
  }

  /** Reads listeners of the cluster {@code phones}, by the file alone but for TLS. */
  static ListenerReader listenerReader() {
    return new ListenerReader(
        Set.of("phones"), new Binds(), Form.parsed(CongestionControl::new), TlsReader.WITH_FILES);
  }

  /** Reads {@code ballast { k = value }}. */
  static <T> Outcome<T> value(String value, Form<T> form, T orElse) {
    return text("ballast {\n  k = " + value + "\n}", s -> s.get("k", form, orElse));
  }

  /** The one problem that a value gives. */
  static String problem(String value, Form<?> form) {
    List<String> problems =
        problems(text("ballast {\n  k = " + value + "\n}", s -> s.find("k", form).isPresent()));
    if (problems.size() != 1) {
      throw new AssertionError(value + " gave " + problems);
    }
    return problems.get(0);
  }

  /** Checks that each problem starts with the line of the same number. */
  static void assertStarts(List<String> problems, String lines) {
    List<String> starts = lines.lines().toList();
    assertThat(problems).hasSameSizeAs(starts);
    for (int i = 0; i < starts.size(); i++) {
      assertThat(problems.get(i)).startsWith(starts.get(i));
    }
  }
}
