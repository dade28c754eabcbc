package io.ballast.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The programs that tests run: the packaged jar, and those that Debian has packages of. */
public final class Programs {
  private static final List<String> ALSO = List.of("/usr/sbin", "/sbin");

  private Programs() {}

  /** Skips the test, with a message that says how to install the program, if it is not there. */
  public static void assumeInstalled(String program, String debianPackage) {
    boolean installed =
        Stream.concat(Stream.of(System.getenv("PATH").split(File.pathSeparator)), ALSO.stream())
            .anyMatch(directory -> Path.of(directory, program).toFile().canExecute());
    assumeTrue(
        installed,
        program + " is not installed, so this is not tried: apt-get install " + debianPackage);
  }

  /**
   * The command line that runs the packaged jar. Its signals do what they do in a terminal,
   * whatever this process inherited, and it starts quickly rather than running fast.
   */
  public static String[] ballast(String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("env", "--default-signal=HUP,INT,TERM", java(), "-Xmx256m"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar()));
    command.addAll(List.of(arguments));
    return command.toArray(new String[0]);
  }

  /** The command line with a line of shell, such as a limit, before it; none if that is empty. */
  static String[] after(String before, String... command) {
    if (before.isEmpty()) {
      return command;
    }
    List<String> whole = new ArrayList<>(List.of("sh", "-c", before + "; exec \"$@\"", "sh"));
    whole.addAll(List.of(command));
    return whole.toArray(new String[0]);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String jar() {
    return System.getProperty("ballast.jar");
  }

  /** Runs the jar to its end, without input. */
  public static Spawned runBallast(Path directory, String... arguments) throws IOException {
    return run(directory, ballast(arguments));
  }

  /** Runs a program to its end, without input. */
  public static Spawned run(Path directory, String... command) throws IOException {
    Spawned program = Spawned.start(directory, Map.of(), command);
    program.endInput();
    program.awaitExit();
    return program;
  }

  /** Runs a line of shell to its end, with {@code $1}, {@code $2} … being the arguments. */
  public static Spawned shell(Path directory, String line, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", line, "sh"));
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    return run(directory, command.toArray(new String[0]));
  }
}
