package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code PIN}, {@code UNPIN}, {@code MOVE}, {@code CLOSE} and {@code REBALANCE}. */
class BalanceCommandsTest {
  private final List<LiveSet> sets = new ArrayList<>();
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.quick();
  }

  @AfterEach
  void close() throws IOException {
    for (LiveSet set : sets) {
      set.close();
    }
    ballast.close();
  }

  private LiveSet connect(String set) throws IOException {
    LiveSet live = ballast.connect(set);
    sets.add(live);
    await().until(() -> ballast.ask("SESSIONS").stream().anyMatch(r -> r.contains(live.client())));
    return live;
  }

  private static String otherThan(String node) {
    return node.equals("ap-1") ? "ap-2" : "ap-1";
  }

  private long session(LiveSet set) {
    return ballast.ask("SESSIONS").stream()
        .filter(row -> row.contains(" " + set.client() + " "))
        .mapToLong(row -> Long.parseLong(row.substring(0, row.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void pinnedSetIsPlacedOnItsNodeWhereverItsOwnerIs() throws IOException {
    String node = otherThan(ballast.ask("LOOKUP lobby").get(0));
    assertThat(ballast.askOne("PIN lobby " + node)).isEqualTo("OK");
    assertThat(ballast.ask("LIST lobby")).startsWith(node + " pinned");
    assertThat(connect("lobby").node()).isEqualTo(node);
    assertThat(ballast.askOne("UNPIN lobby")).isEqualTo("OK");
    assertThat(ballast.ask("LIST lobby").get(0)).endsWith(" owner").doesNotStartWith(node);
  }

  @Test
  void repeatedPinAndUnpinAreOkAndChangeNothing() {
    assertThat(ballast.askOne("UNPIN lobby")).isEqualTo("OK");
    assertThat(ballast.askOne("PIN lobby ap-1")).isEqualTo("OK");
    Object pinned = ballast.phones().snapshot();
    assertThat(ballast.askOne("PIN lobby ap-1")).isEqualTo("OK");
    assertThat(ballast.phones().snapshot()).isSameAs(pinned);
    assertThat(ballast.askOne("PIN lobby")).isEqualTo("OK");
    assertThat(ballast.phones().snapshot()).isNotSameAs(pinned);
  }

  @Test
  void movedSetComesBackWhereItWasSent() throws IOException {
    LiveSet set = connect("lobby");
    String to = otherThan(set.node());
    awaitMove("MOVE lobby " + to);
    assertThat(set.endsGently()).isTrue();
    assertThat(connect("lobby").node()).isEqualTo(to);
  }

  @Test
  void setMovedToNoNodeInParticularGoesToAnother() throws IOException {
    LiveSet set = connect("lobby");
    awaitMove("MOVE lobby");
    assertThat(set.endsGently()).isTrue();
    assertThat(connect("lobby").node()).isNotEqualTo(set.node());
  }

  private void awaitMove(String command) {
    // Balancing hears of a session a moment after it is live.
    await()
        .until(
            () -> {
              String answer = ballast.askOne(command);
              return answer.equals("OK 1 session will move");
            });
  }

  @Test
  void everySessionOfASetIsMoved() throws IOException {
    LiveSet first = connect("lobby");
    LiveSet second = connect("lobby");
    String to = otherThan(first.node());
    await()
        .until(() -> ballast.phones().status().stream().mapToInt(s -> s.live()).sum(), n -> n == 2);
    assertThat(ballast.askOne("MOVE lobby " + to)).isEqualTo("OK 2 sessions will move");
    assertThat(first.endsGently()).isTrue();
    assertThat(second.endsGently()).isTrue();
  }

  @Test
  void setOnItsNodeAlreadyStays() throws IOException {
    LiveSet set = connect("lobby");
    assertThat(ballast.askOne("MOVE lobby " + set.node())).isEqualTo("OK 0 sessions will move");
  }

  @Test
  void pinnedSetIsNotMoved() throws IOException {
    LiveSet set = connect("lobby");
    ballast.ask("PIN lobby");
    assertThat(ballast.askOne("MOVE lobby " + otherThan(set.node())))
        .isEqualTo("ERR refused set lobby is pinned; UNPIN it first");
    assertThat(ballast.ask("LOAD")).contains(set.node() + ": 1");
  }

  @Test
  void setIsNotMovedToADrainedNode() throws IOException {
    LiveSet set = connect("lobby");
    String drained = otherThan(set.node());
    ballast.ask("DRAIN " + drained);
    assertThat(ballast.askOne("MOVE lobby " + drained))
        .startsWith("ERR refused node " + drained + " has weight 0")
        .contains("SETWEIGHT");
    assertThat(ballast.ask("LOAD")).contains(set.node() + ": 1");
  }

  @Test
  void closedSessionEndsGentlyAndNoOther() throws IOException {
    LiveSet set = connect("lobby");
    connect("lobby");
    assertThat(ballast.askOne("CLOSE " + session(set))).isEqualTo("OK");
    assertThat(set.endsGently()).isTrue();
    await().until(() -> ballast.phones().sessions().size() == 1);
  }

  @Test
  void rebalanceWordsAreTakenInAnyCase() {
    assertThat(ballast.askOne("rebalance off")).isEqualTo("OK");
    assertThat(ballast.phones().snapshot().rebalance()).isFalse();
    assertThat(ballast.askOne("REBALANCE OFF")).isEqualTo("OK");
    assertThat(ballast.askOne("Rebalance Now")).isEqualTo("OK");
    assertThat(ballast.phones().snapshot().rebalance()).isFalse();
    assertThat(ballast.askOne("REBALANCE ON")).isEqualTo("OK");
    assertThat(ballast.phones().snapshot().rebalance()).isTrue();
  }

  @Test
  void weightMovesNothingWhileRebalanceIsOffButNothingStaysOnADrainedNode() throws IOException {
    ballast.ask("REBALANCE OFF");
    LiveSet set = connect("lobby");
    ballast.ask("SETWEIGHT " + otherThan(set.node()) + " 2000");
    String moved = ballast.ask("LOOKUP lobby").get(0);
    assertThat(moved).isNotEqualTo(set.node());
    await()
        .untilAsserted(
            () ->
                assertThat(ballast.ask("STATUS"))
                    .anyMatch(
                        row -> row.matches(set.node() + " asia .* 1 0 \\+0/-0 1 - [0-9]+s off")));
    ballast.ask("DRAIN " + set.node());
    assertThat(set.endsGently()).isTrue();
  }
}
