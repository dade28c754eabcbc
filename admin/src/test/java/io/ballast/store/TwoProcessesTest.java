package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoProcessesTest {
  @TempDir private Path directory;

  /** Opens the store, says so, and holds it until its input ends. */
  static final class Holder {
    private Holder() {}

    /** The path of the state file is the one argument. */
    public static void main(String[] args) throws Exception {
      try (Store store = Store.open(Path.of(args[0]), StoreObserver.NONE)) {
        System.out.println("open " + store.getClass().getSimpleName());
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  @Test
  void fileOfAnotherProcessIsRefusedUntilThatEndsHoweverItEnds() throws Exception {
    Path path = directory.resolve("ballast.state");
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("open Store");

      assertThatThrownBy(() -> Store.open(path, StoreObserver.NONE))
          .isInstanceOf(StateFileException.class)
          .hasMessageContainingAll(
              path.toString(), "in use by process " + holder.pid(), "store.file");

      holder.destroyForcibly().waitFor();
      Store.open(path, StoreObserver.NONE).close();
    } finally {
      holder.destroyForcibly();
    }
  }
}
