package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ballast.balance.BalanceSettings;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ChangeRefused;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.cluster.NodeState;
import io.ballast.cluster.ResolveSettings;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Zone;
import io.ballast.fixture.LeakCheck;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.health.HealthSettings;
import io.ballast.identity.IdentitySettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.ring.RingSettings;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Edits of a cluster that meet live sessions and each other, on one event loop. */
@ExtendWith(LeakCheck.class)
final class LiveEditTest {
  private static final SetId LOBBY = SetId.of("lobby");

  private final CountDownLatch loopHeld = new CountDownLatch(1);
  private final CountDownLatch loopFreed = new CountDownLatch(1);
  private TestServer server;
  private Proxy proxy;
  private RunningCluster phones;

  @BeforeEach
  void open() throws IOException {
    server = TestServer.echo();
    Node hub = new Node("hub", new HostPort("127.0.0.1", server.port()), Zone.DEFAULT, 1);
    ClusterSettings cluster =
        new ClusterSettings(
            "phones",
            List.of(new Zone("asia")),
            List.of(hub),
            new Affinity(List.of(), SetTable.of(Map.of())),
            Map.of(),
            ClusterSettings.DEFAULT_WEIGHT,
            RingSettings.DEFAULT);
    ClusterPolicy policy =
        new ClusterPolicy(
            cluster,
            PlacementSettings.DEFAULT,
            BalanceSettings.DEFAULT,
            new HealthSettings(Duration.ZERO, 2, 3, Duration.ofSeconds(1)),
            ConnectSettings.DEFAULT,
            ResolveSettings.DEFAULT);
    ListenerSettings listener =
        ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0))
            .withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"));
    LoopSettings loops = new LoopSettings(1, LoopSettings.TransportChoice.AUTO);
    proxy =
        Proxy.start(
            new ProxySettings(List.of(policy), List.of(listener), loops), ChangeLog.NONE, holder());
    phones = proxy.cluster("phones").orElseThrow();
  }

  @AfterEach
  void close() throws IOException {
    loopFreed.countDown();
    proxy.close();
    server.close();
  }

  /** Holds the event loop at the session of the set {@code holder}. */
  private ProxyObserver holder() {
    SessionObserver sessions =
        new SessionObserver() {
          @Override
          public void opened(Session session) {
            if (session.set().equals(SetId.of("holder"))) {
              loopHeld.countDown();
              try {
                assertThat(loopFreed.await(20, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
          }
        };
    return new ProxyObserver() {
      @Override
      public SessionObserver sessions(String cluster) {
        return sessions;
      }
    };
  }

  private TestSocket connect(String set) throws IOException {
    return TestSocket.connect(proxy.listeners().get(0).address()).send("HELLO " + set + "\n");
  }

  private TestSocket connectLobby() throws IOException {
    TestSocket lobby = connect("lobby");
    assertThat(lobby.readText(12)).isEqualTo("HELLO lobby\n");
    return lobby;
  }

  private void change(Change change) {
    phones.submit(change).toCompletableFuture().join();
  }

  @Test
  void lastOfTwoQuickEditsOfAZoneIsWhereTheSessionCounts() throws Exception {
    try (TestSocket lobby = connectLobby();
        TestSocket holder = connect("holder")) {
      assertThat(loopHeld.await(20, TimeUnit.SECONDS)).isTrue();
      change(new Change.SetZone(LOBBY, "asia"));
      change(new Change.SetZone(LOBBY, Zone.DEFAULT));
      loopFreed.countDown();
      assertThat(holder.readText(13)).isEqualTo("HELLO holder\n");
      assertThat(lobby.send("x").readText(1)).isEqualTo("x");
      assertThat(phones.counts().ofZone("asia")).isZero();
      assertThat(phones.counts().of("hub", Zone.DEFAULT)).isEqualTo(2);
      phones.sessions().forEachOf(LOBBY, s -> assertThat(s.zone()).isEqualTo(Zone.DEFAULT));
    }
  }

  @Test
  void nodeThatIsGivenAWeightWhileItIsRemovedStays() throws Exception {
    try (TestSocket lobby = connectLobby()) {
      CompletableFuture<?> removal = phones.removeNode("hub").toCompletableFuture();
      await().until(() -> weightOfHub() == 0);
      change(new Change.SetWeight("hub", 5));
      try (TestSocket later = connect("later")) {
        assertThat(later.readText(12)).isEqualTo("HELLO later\n");
        assertThatThrownBy(() -> removal.get(20, TimeUnit.SECONDS))
            .hasCauseInstanceOf(ChangeRefused.class)
            .hasMessageContaining("node hub was given weight 5 while its sessions ended")
            .hasMessageContaining("REMOVE_NODE hub FORCE");
        assertThat(weightOfHub()).isEqualTo(5);
        assertThat(later.send("x").readText(1)).isEqualTo("x");
      }
      assertThat(lobby.readAll()).isEmpty();
    }
  }

  private int weightOfHub() {
    return phones.snapshot().node("hub").map(NodeState::node).map(Node::weight).orElse(-1);
  }
}
