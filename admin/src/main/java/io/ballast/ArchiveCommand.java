package io.ballast;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code archive}: makes a class archive for the Java that runs it. One process with the same
 * options rehearses what a proxy does, and notes which classes that takes; a second one writes them
 * to the archive.
 */
@Command(
    name = "archive",
    mixinStandardHelpOptions = true,
    description = "Makes a class archive, with which the proxy starts in half the time.",
    footer = {
      "",
      "Run it with the Java, the options and the path of the jar that are to serve:",
      "  java @java.options -jar ballast.jar archive ballast.jsa",
      "and add -XX:SharedArchiveFile=ballast.jsa to the options that serve.",
      "It holds for that Java and that jar. When either has changed, Java leaves it",
      "aside without a word, and the start is slow: make it again.",
      "",
      "Exit status: 0 it is made, 1 it could not be made, 2 wrong usage."
    })
final class ArchiveCommand implements Callable<Integer> {
  private static final int LAST_LINES = 5;

  /** Options that are about archives, or that are for one process only. */
  private static final List<String> OWN =
      List.of(
          "-Xshare",
          "-Xlog",
          "-XX:Shared",
          "-XX:ArchiveClasses",
          "-XX:DumpLoadedClassList",
          "-XX:AOT",
          "-XX:+AutoCreateSharedArchive",
          "-agent",
          "-javaagent");

  @Parameters(
      paramLabel = "FILE",
      description = "where the archive goes; it is replaced as a whole")
  private Path file;

  @Option(names = "--rehearse", hidden = true, description = "does what the archive is to be for")
  private boolean rehearse;

  @Override
  public Integer call() throws InterruptedException {
    if (rehearse) {
      return rehearse();
    }
    String jar = System.getProperty("java.class.path");
    if (!jar.endsWith(".jar") || !Files.isRegularFile(Path.of(jar))) {
      System.err.printf("archive: it is made for a jar, and this runs from %s%n", jar);
      return Main.WRONG_USAGE;
    }
    try {
      long bytes = make(jar);
      System.out.printf(
          "%s: %,d KB; use it with -XX:SharedArchiveFile=%s%n", file, bytes / 1024, file);
      return 0;
    } catch (IOException e) {
      System.err.println("archive: " + e.getMessage());
      return 1;
    }
  }

  private static int rehearse() throws InterruptedException {
    try {
      Rehearsal.run();
      return 0;
    } catch (IOException | UncheckedIOException e) {
      System.err.println("the rehearsal failed: " + e.getMessage());
      return 1;
    }
  }

  private long make(String jar) throws IOException, InterruptedException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    Path classes = Files.createTempFile(folder, "ballast", ".classes");
    Path made = Files.createTempFile(folder, "ballast", ".jsa");
    try {
      // The one that writes it must not find it there.
      Files.delete(made);
      java("-XX:DumpLoadedClassList=" + classes, "-jar", jar, "archive", "--rehearse", "rehearsal");
      java(
          "-Xshare:dump",
          "-XX:SharedClassListFile=" + classes,
          "-XX:SharedArchiveFile=" + made,
          "-cp",
          jar);
      if (!Files.isRegularFile(made)) {
        throw new IOException(
            "this Java makes no class archive: " + System.getProperty("java.home"));
      }
      Files.move(made, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      return Files.size(file);
    } finally {
      Files.deleteIfExists(classes);
      Files.deleteIfExists(made);
    }
  }

  /** Runs this Java, with the options of this process and more. */
  private static void java(String... more) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> OWN.stream().noneMatch(option::startsWith))
        .forEach(command::add);
    command.addAll(List.of(more));
    Path output = Files.createTempFile("ballast", ".log");
    try {
      int status =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start()
              .waitFor();
      if (status != 0) {
        throw new IOException(
            "%s ended with status %d; the last it said:%n%s"
                .formatted(String.join(" ", command), status, lastLines(output)));
      }
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static String lastLines(Path output) throws IOException {
    try (Stream<String> lines = Files.lines(output, StandardCharsets.ISO_8859_1)) {
      List<String> all = lines.toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
    }
  }
}
