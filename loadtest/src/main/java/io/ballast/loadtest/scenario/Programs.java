package io.ballast.loadtest.scenario;

import io.ballast.loadtest.process.Jvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a scenario's processes run.
 *
 * @param java the {@code java} that runs the proxy
 * @param proxyJar the proxy's jar
 * @param main the main class of this program, which also plays the backends and the sets
 */
public record Programs(Path java, Path proxyJar, Class<?> main) {
  private static final String HEAP = "512m";

  /**
   * The command line of the proxy.
   *
   * @param options of its virtual machine
   */
  public List<String> serve(Path configuration, String... options) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("-jar", proxyJar.toString(), "serve", configuration.toString()));
    return command;
  }

  /** The command line of this very program with other arguments. */
  public List<String> self(List<String> arguments) {
    return Jvm.self(main, HEAP, arguments);
  }
}
