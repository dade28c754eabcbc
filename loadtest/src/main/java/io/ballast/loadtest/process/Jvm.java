package io.ballast.loadtest.process;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines that start another Java process. */
public final class Jvm {
  private Jvm() {}

  /** The {@code java} program that runs this process. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** The jar, or the folder, that a class was loaded from. */
  public static Path home(Class<?> loaded) {
    try {
      return Path.of(loaded.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class has no place that it comes from", e);
    }
  }

  /**
   * A command line that runs this very program with other arguments.
   *
   * @param mainClass its main class
   * @param heap the most memory for objects, as in {@code 256m}
   */
  public static List<String> self(Class<?> mainClass, String heap, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(java().toString());
    command.add("-Xmx" + heap);
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass.getName());
    command.addAll(arguments);
    return command;
  }
}
