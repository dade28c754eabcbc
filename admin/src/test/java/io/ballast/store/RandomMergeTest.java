package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Node;
import io.ballast.cluster.Snapshot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RandomMergeTest {
  private static final int ROUNDS = 200;
  private static final int FILES = 60;

  private final long seed = new Random().nextLong();

  @TempDir private Path directory;

  @Test
  void everythingComesBackThroughTheFile() throws Exception {
    Path path = directory.resolve("state");
    StateFile file = new StateFile(path, new LocalDisk());
    Set<String> kinds = new HashSet<>();
    for (int round = 0; round < FILES; round++) {
      RandomClusters random = new RandomClusters(seed + round);
      ClusterSettings configured = random.configuration("c");
      Snapshot now = random.changed(Snapshot.of(configured), round % 60);
      KeptValues kept = KeptValues.between(configured, now);
      file.replace(new KeptLines(kept)::writeTo);

      Files.readAllLines(path).forEach(line -> kinds.add(line.split(" ", 2)[0]));
      KeptValues read = file.read().getOrDefault("c", KeptValues.none("c"));
      Merged merged = Merge.of(configured, read);

      assertThat(read).as("seed %d", seed + round).isEqualTo(kept);
      assertThat(merged.warnings()).as("seed %d", seed + round).isEmpty();
      assertThat(Content.of(merged.start())).as("seed %d", seed + round).isEqualTo(Content.of(now));
    }
    assertThat(kinds)
        .contains(
            "zone", "node", "weight", "node-zone", "ramp", "rebalance", "affinity", "pin", "end");
  }

  @Test
  void linesRenewedByChangesAreThoseOfTheWhole() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      RandomClusters random = new RandomClusters(seed + round);
      ClusterSettings configured = random.configuration("c");
      Snapshot now = Snapshot.of(configured);
      KeptLines lines = new KeptLines(KeptValues.none("c"));
      for (int i = 0; i < 30; i++) {
        var change = random.change(now);
        Snapshot next = RandomClusters.changed(now, change);
        lines.renew(configured, List.of(change), next);
        if (i % 3 == 0) {
          lines.renew(configured, List.of(change), now);
        } else {
          now = next;
        }
      }

      assertThat(text(lines))
          .as("seed %d", seed + round)
          .isEqualTo(text(new KeptLines(KeptValues.between(configured, now))));
    }
  }

  private static String text(KeptLines lines) throws Exception {
    StringBuilder text = new StringBuilder();
    lines.writeTo(line -> text.append(new String(line, StandardCharsets.US_ASCII)));
    return text.toString();
  }

  @Test
  void everyWeightFollowsTheRuleWhateverWasEdited() {
    for (int round = 0; round < ROUNDS; round++) {
      RandomClusters random = new RandomClusters(seed + round);
      ClusterSettings configured = random.configuration("c");
      KeptValues kept =
          KeptValues.between(configured, random.changed(Snapshot.of(configured), round % 60));
      ClusterSettings edited = random.edited(configured);

      Merged merged = Merge.of(edited, kept);
      long number = seed + round;

      Map<String, Node> now = KeptTopology.nodesByName(edited);
      kept.topology()
          .weights()
          .forEach(
              (name, weight) -> {
                Node node = now.get(name);
                boolean dropped =
                    merged.warnings().stream().anyMatch(line -> line.startsWith("node " + name));
                if (node != null && !dropped) {
                  int expected =
                      weight.configured().orElseThrow() == node.weight()
                          ? weight.value().orElseThrow()
                          : node.weight();
                  assertThat(merged.start().node(name).orElseThrow().node().weight())
                      .as("seed %d, node %s, %s", number, name, merged.warnings())
                      .isEqualTo(expected);
                }
              });
    }
  }

  @Test
  void mergingAgainWithTheSameConfigurationChangesNothing() {
    for (int round = 0; round < ROUNDS; round++) {
      RandomClusters random = new RandomClusters(seed + round);
      ClusterSettings configured = random.configuration("c");
      KeptValues kept =
          KeptValues.between(configured, random.changed(Snapshot.of(configured), round % 60));
      ClusterSettings edited = random.edited(configured);
      Snapshot once = Merge.of(edited, kept).start();

      Merged twice = Merge.of(edited, KeptValues.between(edited, once));

      assertThat(twice.warnings()).as("seed %d", seed + round).isEmpty();
      assertThat(Content.of(twice.start())).as("seed %d", seed + round).isEqualTo(Content.of(once));
    }
  }
}
