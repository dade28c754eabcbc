package io.ballast.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.placement.Reason;
import io.ballast.session.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTableTest {
  private static final int SETS = 500;

  private final SessionTable table = new SessionTable();

  private static Session session(long id, String set, String node, String zone) {
    Origin origin = new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    Session session = new Session(id, "c", origin, SetId.of(set), true, zone, id, null);
    session.placed(node, Reason.OWNER);
    return session;
  }

  @Test
  void sessionIsCountedOnceHoweverOftenItIsOpenedOrClosed() {
    Session session = session(1, "a", "n", "default");

    assertThat(table.open(session)).isNotEqualTo(SessionTable.NONE);
    assertThat(table.open(session)).isEqualTo(SessionTable.NONE);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.close(session)).isTrue();
    assertThat(table.close(session)).isFalse();
    assertThat(table.size()).isZero();
  }

  @Test
  void closeOfAnOldSessionLeavesTheNewOneOfTheSameSet() {
    Session old = session(1, "a", "n", "default");
    Session young = session(2, "a", "m", "default");
    table.open(old);
    table.open(young);

    table.close(old);

    assertThat(sessionsOf("a")).containsExactly(young);
  }

  @Test
  void copyIsNotChangedByWhatFollows() {
    table.open(session(1, "a", "n", "default"));
    SessionTable copy = table.forDryRun();

    for (int i = 2; i < 3000; i++) {
      table.open(session(i, "s" + i, "n" + i, "default"));
    }

    assertThat(copy.size()).isEqualTo(1);
    assertThat(copy.nodes().size()).isEqualTo(1);
  }

  private List<Session> sessionsOf(String set) {
    List<Session> sessions = new ArrayList<>();
    RowColumns rows = table.rows();
    int row = table.newest(SetId.of(set));
    int size = row == SessionTable.NONE ? 0 : table.setSize(row);
    for (; row != SessionTable.NONE; row = rows.olderOfSet.get(row)) {
      sessions.add(rows.session.get(row));
    }
    assertThat(sessions).hasSize(size);
    return sessions;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anySequenceOfEventsLeavesWhatASimpleModelHas(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Long, Session> model = new LinkedHashMap<>();
    for (long id = 0; id < 20_000; id++) {
      if (random.nextInt(100) < (id / 5000 % 2 == 0 ? 70 : 30)) {
        Session session =
            session(id, "s" + random.nextInt(SETS), "n" + random.nextInt(9), "default");
        model.put(id, session);
        table.open(session);
      } else if (!model.isEmpty()) {
        Long victim = new ArrayList<>(model.keySet()).get(random.nextInt(model.size()));
        table.close(model.remove(victim));
      }
      if (id % 500 == 0) {
        matches(model, seed);
      }
    }
    matches(model, seed);
  }

  private void matches(Map<Long, Session> model, long seed) {
    List<Session> inOrder = new ArrayList<>();
    RowColumns rows = table.rows();
    for (int row = rows.oldest; row != SessionTable.NONE; row = rows.newer.get(row)) {
      inOrder.add(rows.session.get(row));
      assertThat(table.nodes().name(rows.node.get(row))).isEqualTo(rows.session.get(row).node());
    }
    assertThat(inOrder).as("seed %d", seed).containsExactlyElementsOf(model.values());
    assertThat(table.size()).isEqualTo(model.size());
    Map<String, Set<Session>> ofSets = new HashMap<>();
    model
        .values()
        .forEach(it -> ofSets.computeIfAbsent(it.set().text(), set -> new HashSet<>()).add(it));
    for (int i = 0; i < SETS; i++) {
      assertThat(sessionsOf("s" + i))
          .as("seed %d, set %d", seed, i)
          .containsExactlyInAnyOrderElementsOf(ofSets.getOrDefault("s" + i, Set.of()));
    }
  }
}
