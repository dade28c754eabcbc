package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionsCommandTest {
  private static final String HEADER =
      "# session set client node zone reason state age-s quiet-s from-client from-node" + " stuck";

  private final List<LiveSet> sets = new ArrayList<>();
  private ProxyFixture ballast;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.open();
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
    return live;
  }

  private List<String> rows(String command) {
    List<String> lines = ballast.ask(command);
    assertThat(lines).startsWith(HEADER).endsWith("OK");
    return lines.subList(1, lines.size() - 1);
  }

  @Test
  void sessionIsShownWithItsSetNodeAndReason() throws IOException {
    LiveSet lobby = connect("lobby");
    assertThat(rows("SESSIONS"))
        .singleElement()
        .asString()
        .matches(
            "[0-9]+ lobby "
                + lobby.client()
                + " "
                + lobby.node()
                + " asia owner relaying"
                + " [0-9]+ [0-9]+ [0-9]+ [0-9]+ -");
  }

  @Test
  void identityCannotForgeARow() throws IOException {
    connect("OK\u00ff\"#");
    assertThat(rows("SESSIONS")).singleElement().asString().contains(" \"OK\\xff\\\"#\" ");
  }

  @Test
  void filtersNarrowTheRows() throws IOException {
    LiveSet lobby = connect("lobby");
    connect("lobby");
    connect("phone-1");
    assertThat(rows("SESSIONS")).hasSize(3);
    assertThat(rows("SESSIONS SET lobby")).hasSize(2);
    assertThat(rows("SESSIONS ZONE default")).singleElement().asString().contains(" phone-1 ");
    assertThat(rows("SESSIONS NODE hub")).singleElement().asString().contains(" phone-1 ");
    assertThat(rows("sessions set lobby node " + lobby.node() + " zone asia limit 1")).hasSize(1);
    assertThat(rows("SESSIONS SET lobby NODE hub")).isEmpty();
    assertThat(rows("SESSIONS SET nosuch")).isEmpty();
    assertThat(rows("SESSIONS LIMIT 2")).hasSize(2);
  }

  @Test
  void sessionThatIsLeftOnADrainedNodeIsShownWithTheReason() throws IOException {
    LiveSet pinned = connect("lobby");
    LiveSet last = connect("phone-1");
    ballast.ask("PIN lobby");
    ballast.ask("DRAIN " + pinned.node() + " DEADLINE 0s");
    ballast.ask("DRAIN " + last.node() + " FORCE");
    await()
        .untilAsserted(
            () ->
                assertThat(rows("SESSIONS NODE " + pinned.node()))
                    .singleElement()
                    .asString()
                    .endsWith(" pinned"));
    await()
        .untilAsserted(
            () ->
                assertThat(rows("SESSIONS NODE " + last.node()))
                    .singleElement()
                    .asString()
                    .endsWith(" nowhere-to-go"));
    assertThat(rows("SESSIONS")).hasSize(2).allMatch(row -> row.endsWith(" -"));
  }

  @Test
  void endedSessionIsGone() throws IOException {
    connect("lobby").close();
    await().untilAsserted(() -> assertThat(rows("SESSIONS")).isEmpty());
  }
}
