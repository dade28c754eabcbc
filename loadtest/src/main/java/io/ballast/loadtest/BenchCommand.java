package io.ballast.loadtest;

import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench}: runs the benchmarks whose names match. What is not given, a benchmark chooses. */
@Command(
    name = "bench",
    description = "Runs the benchmarks whose names match REGEX; all of them if it is missing.")
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "REGEX", arity = "0..1", defaultValue = ".*", description = "e.g. Ring")
  private String regex;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "JVMs for each benchmark, one after the other; 0 runs them in this one.")
  private Integer forks;

  @Option(names = "--warmups", paramLabel = "N", description = "Iterations that do not count.")
  private Integer warmups;

  @Option(names = "--iterations", paramLabel = "N", description = "Iterations that count.")
  private Integer iterations;

  @Option(names = "--millis", paramLabel = "MS", description = "Length of each iteration.")
  private Integer millis;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there as JSON.")
  private String json;

  @Override
  public Integer call() throws RunnerException {
    ChainedOptionsBuilder options = new OptionsBuilder().include(pattern()).shouldFailOnError(true);
    if (forks != null) {
      options.forks(atLeast(0, "--forks", forks));
    }
    if (warmups != null) {
      options.warmupIterations(atLeast(0, "--warmups", warmups));
    }
    if (iterations != null) {
      options.measurementIterations(atLeast(1, "--iterations", iterations));
    }
    if (millis != null) {
      TimeValue time = TimeValue.milliseconds(atLeast(1, "--millis", millis));
      options.warmupTime(time).measurementTime(time);
    }
    if (json != null) {
      options.resultFormat(ResultFormatType.JSON).result(json);
    }
    try {
      new Runner(options.build()).run();
    } catch (NoBenchmarksException e) {
      throw new ParameterException(
          spec.commandLine(), "no benchmark has a name that matches " + regex, e);
    }
    return 0;
  }

  private String pattern() {
    try {
      return Pattern.compile(regex).pattern();
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(), "REGEX = " + regex + ": " + e.getDescription(), e);
    }
  }

  private int atLeast(int least, String option, int value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), "%s = %d: it is %d or more".formatted(option, value, least));
    }
    return value;
  }
}
