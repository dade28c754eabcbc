package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.HostPort;
import io.ballast.telnet.TelnetServer;
import io.ballast.telnet.TelnetSettings;
import io.ballast.telnet.TextClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code STATUS} and {@code WATCH}. */
class StatusCommandsTest {
  private static final String HEADER =
      "# name zone weight health want have band live guests moving due stuck eta paused";

  private final List<LiveSet> sets = new ArrayList<>();
  private ProxyFixture ballast;

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

  private void awaitRow(String pattern) {
    await()
        .untilAsserted(
            () -> assertThat(ballast.ask("STATUS")).anyMatch(row -> row.matches(pattern)));
  }

  @Test
  void everyNodeHasARowAndItsZoneIsQuoted() throws IOException {
    ballast = ProxyFixture.quick();
    await().untilAsserted(() -> assertThat(ballast.ask("STATUS")).hasSize(7));
    assertThat(ballast.ask("STATUS"))
        .startsWith(HEADER)
        .contains("na-1 \"North America\" 10 up 0 0 0-0 0 0 +0/-0 0 - - -")
        .endsWith("OK");
  }

  @Test
  void sessionIsWantedAndHadByItsNode() throws IOException {
    ballast = ProxyFixture.quick();
    connect("phone-1");
    awaitRow("hub default 1 up 1 1 0-[0-9]+ 1 0 \\+0/-0 0 - - -");
  }

  @Test
  void pinnedSessionOnADrainedNodeIsStuck() throws IOException {
    ballast = ProxyFixture.quick();
    LiveSet set = connect("lobby");
    ballast.ask("PIN lobby");
    ballast.ask("DRAIN " + set.node());
    awaitRow(set.node() + " asia 0 up [01] 1 0-0 1 0 \\+0/-0 1 pinned=1 - -");
    awaitRow("# warning: " + set.node() + " cannot come to what weight 0 gives it: 1 session .*");
    ballast.ask("UNPIN lobby");
    await()
        .untilAsserted(
            () ->
                assertThat(ballast.ask("STATUS")).noneMatch(line -> line.startsWith("# warning")));
  }

  @Test
  void sessionsThatHaveNowhereToGoAreStuck() throws IOException {
    ballast = ProxyFixture.quick();
    connect("phone-1");
    ballast.ask("SETWEIGHT hub 0");
    awaitRow("hub default 0 up 0 1 0-0 1 0 \\+0/-0 1 nowhere-to-go=1 - -");
  }

  @Test
  void zonesThatNoNodeServesAreWarnedOf() throws IOException {
    ballast = ProxyFixture.quick();
    ballast.ask("SETWEIGHT ap-1 0");
    ballast.ask("SETWEIGHT ap-2 0");
    ballast.ask("SETWEIGHT hub 0");
    assertThat(ballast.ask("STATUS"))
        .contains(
            "# warning: zone asia has no node of a weight above 0: its sessions go to zone \"North"
                + " America\"",
            "# warning: zone default has no node of a weight above 0: new connections of its sets"
                + " are turned away, and live ones stay");
    ballast.ask("SETWEIGHT hub 1");
    ballast.ask("SETWEIGHT ap-2 5");
    assertThat(ballast.ask("STATUS")).noneMatch(line -> line.startsWith("# warning"));
  }

  @Test
  void observerIsToldWhatWouldMoveAndNothingMoves() throws IOException {
    ballast = ProxyFixture.observing();
    LiveSet set = connect("lobby");
    ballast.ask("DRAIN " + set.node());
    awaitRow(set.node() + " asia 0 up 0 1 0-0 1 0 \\+0/-0 1 - 1s observe");
    assertThat(ballast.ask("LOAD")).contains(set.node() + ": 1");
  }

  @Test
  void rebalanceOffIsSaidOfEveryNode() throws IOException {
    ballast = ProxyFixture.quick();
    ballast.ask("REBALANCE OFF");
    awaitRow("hub default .* off");
    awaitRow("ap-1 asia .* off");
  }

  @Test
  void changedWeightsHoldIsShownWithItsRest() throws IOException {
    ballast = ProxyFixture.open();
    ballast.ask("SETWEIGHT ap-1 30");
    awaitRow("ap-1 asia 30 .* -");
    ballast.ask("SETWEIGHT ap-1 20");
    awaitRow("ap-1 asia 20 .* held=(1m|[0-9]+s)");
    assertThat(ballast.askOne("REBALANCE NOW")).isEqualTo("OK");
    awaitRow("ap-1 asia 20 .* 0 - - -");
  }

  @Test
  void watchShowsStatusUntilALineIsSentAndExecutesIt() throws IOException {
    ballast = ProxyFixture.quick();
    TelnetSettings settings =
        new TelnetSettings(
            new HostPort("127.0.0.1", 0), Optional.empty(), Duration.ofMinutes(1), 8);
    TelnetServer channel = TelnetServer.start(settings, ballast.language(), ballast.loop());
    try (TextClient client = TextClient.connect(channel.address())) {
      client.send("WATCH 1\r\n");
      assertThat(client.readLine()).isEqualTo(HEADER);
      for (int line = 0; line < 5; line++) {
        assertThat(client.readLine()).matches("(na|ap)-[12] .*|hub .*");
      }
      String second = client.readLine();
      if (second.equals("OK")) {
        second = client.readLine();
      }
      assertThat(second).isEqualTo(HEADER);
      client.send("WEIGHTS\r\n");
      List<String> weights = weightsAfterWatch(client);
      assertThat(weights).contains("ap-1: 20", "hub: 1");
      assertThat(client.ask("WATCH 0").get(0)).startsWith("ERR usage ");
      client.send("WATCH 3600\n");
      assertThat(client.readLine()).isEqualTo(HEADER);
      client.send("\n");
      client.send("QUIT\n");
      String line = client.readLine();
      String last = line;
      while (!line.isEmpty()) {
        last = line;
        line = client.readLine();
      }
      assertThat(last).isEqualTo("OK");
    } finally {
      channel.stop().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }
  }

  private static List<String> weightsAfterWatch(TextClient client) throws IOException {
    List<String> reply = client.readReply();
    while (reply.stream().noneMatch(line -> line.startsWith("hub: "))) {
      reply = client.readReply();
    }
    return reply;
  }
}
