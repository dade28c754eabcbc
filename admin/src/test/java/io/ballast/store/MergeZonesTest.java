package io.ballast.store;

import static io.ballast.store.Merging.ASIA;
import static io.ballast.store.Merging.EMEA;
import static io.ballast.store.Merging.LOBBY;
import static io.ballast.store.Merging.affinity;
import static io.ballast.store.Merging.backup;
import static io.ballast.store.Merging.cluster;
import static io.ballast.store.Merging.merged;
import static io.ballast.store.Merging.node;
import static io.ballast.store.Merging.nodes;
import static io.ballast.store.Merging.zone;
import static io.ballast.store.Merging.zones;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Zone;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MergeZonesTest {
  @Test
  void zonesAddedInAnyOrderOfBackupsHold() {
    Merged merged =
        merged(
            zones(),
            zones(),
            new Change.AddZone(new Zone("z")),
            new Change.AddZone(new Zone("a", "z")),
            new Change.AddNode(node("n", "a", 1)));

    assertThat(backup(merged, "a")).isEqualTo("z");
    assertThat(zone(merged, "n")).isEqualTo("a");
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void addedZoneYieldsToTheConfiguredOne() {
    Merged merged =
        merged(zones(EMEA), zones(EMEA, new Zone("asia", "emea")), new Change.AddZone(ASIA));

    assertThat(backup(merged, "asia")).isEqualTo("emea");
    assertThat(merged.warnings()).hasSize(1);
  }

  @Test
  void removedZoneStaysAwayUntilItsEntryIsEdited() {
    Change remove = new Change.RemoveZone("asia");

    assertThat(merged(zones(ASIA, EMEA), zones(ASIA, EMEA), remove).start().zone("asia")).isEmpty();
    Merged edited = merged(zones(ASIA, EMEA), zones(new Zone("asia", "emea"), EMEA), remove);
    assertThat(backup(edited, "asia")).isEqualTo("emea");
    assertThat(edited.warnings()).hasSize(1);
  }

  @Test
  void removedZonesThatBackUpOneAnotherStayAway() {
    ClusterSettings configured = zones(new Zone("asia", "emea"), EMEA);

    Merged merged =
        merged(
            configured, configured, new Change.RemoveZone("asia"), new Change.RemoveZone("emea"));

    assertThat(merged.start().zones()).hasSize(1);
    assertThat(merged.warnings()).isEmpty();
  }

  @Test
  void removedZoneThatTheConfigurationNeedsAgainIsBack() {
    Merged merged =
        merged(
            zones(ASIA),
            cluster(List.of(ASIA), List.of(node("new", "asia", 1))),
            new Change.RemoveZone("asia"));

    assertThat(zone(merged, "new")).isEqualTo("asia");
    assertThat(merged.warnings()).singleElement().asString().contains("needs the zone");
  }

  @Test
  void backupHoldsAndYieldsToAnEditedOne() {
    Zone third = new Zone("third");
    Change change = new Change.SetBackup("asia", "emea");

    assertThat(backup(merged(zones(ASIA, EMEA), zones(ASIA, EMEA), change), "asia"))
        .isEqualTo("emea");
    Merged merged =
        merged(zones(ASIA, EMEA, third), zones(new Zone("asia", "third"), EMEA, third), change);
    assertThat(backup(merged, "asia")).isEqualTo("third");
    assertThat(merged.warnings()).hasSize(1);
  }

  @Test
  void backupThatIsGoneIsDropped() {
    Merged merged = merged(zones(ASIA, EMEA), zones(ASIA), new Change.SetBackup("asia", "emea"));

    assertThat(backup(merged, "asia")).isEqualTo("default");
    assertThat(merged.warnings()).singleElement().asString().contains("no zone emea");
  }

  @Test
  void affinityHoldsAndYieldsToAnEditedOne() {
    Change change = new Change.SetZone(LOBBY, "emea");

    Merged same = merged(affinity("asia"), affinity("asia"), change);
    assertThat(same.start().affinity().sets().get(LOBBY)).isEqualTo("emea");
    Merged edited = merged(affinity("asia"), affinity("default"), change);
    assertThat(edited.start().affinity().sets().get(LOBBY)).isEqualTo("default");
    assertThat(edited.warnings())
        .singleElement()
        .asString()
        .contains("zone of set lobby", "emea", "asia", "default");
  }

  @Test
  void affinityWhoseZoneIsGoneFallsBackToTheConfiguration() {
    Merged merged = merged(zones(ASIA), zones(), new Change.SetZone(LOBBY, "asia"));

    assertThat(merged.start().affinity().sets().get(LOBBY)).isNull();
    assertThat(merged.warnings()).singleElement().asString().contains("no zone asia");
  }

  @Test
  void pinsHoldAndYieldToEditedOnes() {
    Pin here = new Pin(Optional.empty());
    ClusterSettings without = nodes(node("a", "default", 1));
    ClusterSettings with =
        cluster(List.of(ASIA), List.of(node("a", "default", 1)), Map.of(), Map.of(LOBBY, here));
    Change pinned = new Change.PinSet(LOBBY, Optional.of("a"));
    Change unpinned = new Change.UnpinSet(LOBBY);

    assertThat(merged(without, without, pinned).start().pin(LOBBY).orElseThrow().node())
        .contains("a");
    assertThat(merged(with, with, unpinned).start().pin(LOBBY)).isEmpty();
    Merged yields = merged(without, with, pinned);
    assertThat(yields.start().pin(LOBBY)).contains(here);
    assertThat(yields.warnings()).hasSize(1);
    Merged converged = merged(with, without, unpinned);
    assertThat(converged.start().pin(LOBBY)).isEmpty();
    assertThat(converged.warnings()).isEmpty();
  }

  @Test
  void rebalanceOffHolds() {
    Merged merged = merged(nodes(), nodes(), new Change.Rebalance(false));

    assertThat(merged.start().rebalance()).isFalse();
  }
}
