package io.ballast.loadtest.scenario;

import io.ballast.loadtest.process.Jvm;
import java.nio.file.Path;
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

  List<String> serve(Path configuration) {
    return List.of(java.toString(), "-jar", proxyJar.toString(), "serve", configuration.toString());
  }

  List<String> self(List<String> arguments) {
    return Jvm.self(main, HEAP, arguments);
  }
}
