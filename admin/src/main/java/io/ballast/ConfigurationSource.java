package io.ballast;

import io.ballast.conf.Configuration;
import io.ballast.conf.Outcome;
import io.ballast.conf.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the configuration of a process comes from. The command line prints what is wrong with it.
 */
interface ConfigurationSource {
  /** Reads the configuration as it is now. */
  Outcome<Configuration> read();

  /** Reads a text in its place. */
  default Outcome<Configuration> read(String text) {
    return Configuration.read("candidate", text, Map.of());
  }

  /** A file. */
  static ConfigurationSource file(Path file) {
    return () -> Configuration.read(file, System.getenv());
  }

  /** A process that has none to read again. */
  static ConfigurationSource none(String why) {
    Problem problem = new Problem("configuration", 0, why);
    return () -> new Outcome.Rejected<>(List.of(problem));
  }

  /** The configuration, or its problems printed. */
  static Optional<Configuration> accepted(Outcome<Configuration> outcome) {
    if (outcome instanceof Outcome.Accepted<Configuration> accepted) {
      return Optional.of(accepted.settings());
    }
    List<Problem> problems = ((Outcome.Rejected<Configuration>) outcome).problems();
    problems.forEach(System.err::println);
    System.err.println(problems.size() + (problems.size() == 1 ? " problem" : " problems"));
    return Optional.empty();
  }
}
