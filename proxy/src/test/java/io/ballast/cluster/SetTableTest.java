package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The immutable table, against a map. */
class SetTableTest {
  @Test
  void editsAreThoseOfAMapAndOldTablesKeepTheirs() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    SetTable<Integer> table = SetTable.empty();
    Map<SetId, Integer> model = new HashMap<>();
    List<SetTable<Integer>> tables = new ArrayList<>();
    List<Map<SetId, Integer>> models = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      SetId set = SetId.of("set" + random.nextInt(3000));
      if (random.nextInt(3) == 0) {
        table = table.without(set);
        model.remove(set);
      } else {
        table = table.with(set, i);
        model.put(set, i);
      }
      assertThat(table.get(set)).as("seed %d", seed).isEqualTo(model.get(set));
      assertThat(table.size()).as("seed %d", seed).isEqualTo(model.size());
      if (i % 1000 == 0) {
        tables.add(table);
        models.add(new HashMap<>(model));
      }
    }
    tables.add(table);
    models.add(model);
    for (int i = 0; i < tables.size(); i++) {
      assertThat(tables.get(i).toMap()).as("seed %d", seed).isEqualTo(models.get(i));
    }
  }

  @Test
  void tableOfAMapHasItsEntries() {
    Map<SetId, String> entries = new HashMap<>();
    for (int i = 0; i < 5000; i++) {
      entries.put(SetId.of("set" + i), "z" + i);
    }
    SetTable<String> table = SetTable.of(entries);
    assertThat(table.size()).isEqualTo(5000);
    assertThat(table.toMap()).isEqualTo(entries);
  }

  @Test
  void removingWhatIsNotThereChangesNothing() {
    SetTable<Integer> table = SetTable.<Integer>empty().with(SetId.of("a"), 1);
    assertThat(table.without(SetId.of("b"))).isSameAs(table);
  }
}
