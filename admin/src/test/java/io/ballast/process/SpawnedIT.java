package io.ballast.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No process outlives the test that started it. */
final class SpawnedIT {
  @TempDir private Path directory;

  @Test
  void whatAProgramStartedIsKilledWithIt() throws Exception {
    List<ProcessHandle> children;
    try (Spawned shell =
        Spawned.start(directory, Map.of(), "sh", "-c", "sleep 1000 & sleep 1000 & echo up; wait")) {
      shell.awaitLine("up");
      children = ProcessHandle.of(shell.pid()).orElseThrow().descendants().toList();
      assertThat(children).hasSize(2);
    }
    await("end of the children")
        .atMost(Spawned.PATIENCE)
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
  }
}
