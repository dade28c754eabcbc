package io.ballast.loadtest.soak;

import io.ballast.loadtest.scenario.Layout;
import io.ballast.loadtest.scenario.Layout.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a soak is made of.
 *
 * @param length how long, 5 s or more
 * @param sets how many sets talk every second, 10 to 5000
 * @param streams how many sets send four megabytes every four seconds, 1 to 100
 * @param nodes how many there are, 3 to 16; a third of them are in a zone of their own
 * @param every from one sample to the next, 1 s or more
 * @param seed of all that is random
 */
public record SoakSettings(
    Duration length, int sets, int streams, int nodes, Duration every, long seed) {
  /** The zone beside the one that is always there. */
  static final String ZONE = "east";

  private static final int WEIGHT = 100;

  /** Refuses what is out of range. */
  public SoakSettings {
    atLeast("minutes", length, Duration.ofSeconds(5));
    atLeast("every", every, Duration.ofSeconds(1));
    within("sets", sets, 10, 5000);
    within("streams", streams, 1, 100);
    within("nodes", nodes, 3, 16);
  }

  private static void atLeast(String name, Duration value, Duration least) {
    if (value.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "%s = %s s: it is %d s or more"
              .formatted(name, value.toMillis() / 1000.0, least.toSeconds()));
    }
  }

  private static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: it is from %d to %d".formatted(name, value, least, most));
    }
  }

  Layout layout() {
    List<Member> members = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      members.add(new Member("n" + i, i % 3 == 0 ? ZONE : Layout.DEFAULT_ZONE, WEIGHT));
    }
    int east = sets / 3;
    return new Layout(members, Map.of(Layout.DEFAULT_ZONE, sets - east, ZONE, east));
  }
}
