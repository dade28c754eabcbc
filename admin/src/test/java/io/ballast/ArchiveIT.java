package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class archive of the real program, with this Java. */
final class ArchiveIT {
  @TempDir private Path directory;

  @Test
  void archiveReplacesTheFileAndTheNextProcessTakesItsClassesFromThere() throws IOException {
    Path archive = directory.resolve("made").resolve("ballast.jsa");
    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "not an archive");

    try (Spawned maker = Programs.runBallast(directory, "archive", archive.toString())) {
      assertThat(maker.awaitExit()).as("%s", maker).isZero();
      assertThat(maker.out()).singleElement().asString().startsWith(archive + ": ");
    }

    try (Stream<Path> files = Files.list(archive.getParent())) {
      assertThat(files).containsExactly(archive);
    }
    // -Xshare:on: a Java that cannot use the archive does not start.
    String options = "-Xshare:on -Xlog:class+load -XX:SharedArchiveFile=" + archive;
    try (Spawned user =
        Spawned.start(
            directory, Map.of("JDK_JAVA_OPTIONS", options), Programs.ballast("version"))) {
      assertThat(user.awaitExit()).as("%s", user).isZero();
      assertThat(user.out())
          .anyMatch(line -> line.contains("io.ballast.ServeCommand source: shared objects file"))
          .anyMatch(line -> line.startsWith("ballast "));
    }
  }

  @Test
  void archiveThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    Path archive = file.resolve("ballast.jsa");

    try (Spawned maker = Programs.runBallast(directory, "archive", archive.toString())) {
      assertThat(maker.awaitExit()).isEqualTo(1);
      assertThat(maker.err())
          .anyMatch(line -> line.startsWith("archive: ") && line.contains("file"));
    }
  }
}
