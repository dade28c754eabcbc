package io.ballast.loadtest.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ChildProcessTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  @TempDir private Path folder;

  private ChildProcess shell(String script) throws Exception {
    return ChildProcess.start(
        "shell", List.of("sh", "-c", script), folder.resolve("log"), lines::add);
  }

  @Test
  void linesGoInAndComeOut() throws Exception {
    try (ChildProcess child = shell("read word; echo got $word")) {
      child.send("this");

      assertThat(child.awaitEnd(Duration.ofSeconds(30))).isEqualTo(OptionalInt.of(0));
      assertThat(lines).containsExactly("got this");
    }
  }

  @Test
  void closeEndsTheProcessAndWhatItStarted() throws Exception {
    ChildProcess child = shell("sleep 1000 & echo $!; wait");
    await().until(() -> lines.size() == 1);

    child.close();

    assertThat(child.isAlive()).isFalse();
    long grandchild = Long.parseLong(lines.get(0));
    await().until(() -> ProcessHandle.of(grandchild).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void lastWordsAreTheEndOfItsStandardError() throws Exception {
    try (ChildProcess child = shell("for i in 1 2 3 4 5 6 7; do echo e$i >&2; done; exit 3")) {
      assertThat(child.awaitEnd(Duration.ofSeconds(30))).isEqualTo(OptionalInt.of(3));
      assertThat(child.lastWords()).isEqualTo("e3\ne4\ne5\ne6\ne7");
    }
  }
}
