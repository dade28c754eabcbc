package io.ballast.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionSlotsTest {
  /** Sessions of few hashes, so that most are kept from the place that theirs names. */
  private static final class Crowded extends SessionSlots {
    private final int hashes;

    Crowded(int hashes) {
      this.hashes = hashes;
    }

    @Override
    int hash(Session session) {
      return -1 - (int) (session.id() % hashes);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50, 1_000_000})
  void everySessionIsFoundUntilItIsRemoved(int hashes) {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    Crowded slots = new Crowded(hashes);
    List<Session> model = new ArrayList<>();
    for (int id = 0; id < 4000; id++) {
      if (random.nextInt(100) < (id / 1000 % 2 == 0 ? 60 : 40) || model.isEmpty()) {
        Session session = LiveSessionsTest.session(random.nextInt(1 << 20), "set");
        slots.add(session);
        model.add(session);
      } else {
        Session session = model.remove(random.nextInt(model.size()));
        slots.remove(slots.find(session));
        assertThat(slots.find(session)).as("seed %d", seed).isEqualTo(SessionSlots.NONE);
      }
      if (id % 100 == 0) {
        assertThat(model)
            .as("seed %d, hashes %d", seed, hashes)
            .allSatisfy(it -> assertThat(slots.at(slots.find(it))).isSameAs(it));
        assertThat(slots.toArray()).as("seed %d", seed).containsExactlyInAnyOrder(array(model));
        assertThat(slots.size()).isEqualTo(model.size());
      }
    }
  }

  private static Session[] array(List<Session> sessions) {
    return sessions.toArray(new Session[0]);
  }
}
