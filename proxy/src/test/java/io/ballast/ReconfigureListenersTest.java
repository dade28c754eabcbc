package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ballast.EditedProxy.ClusterSpec;
import io.ballast.EditedProxy.Greeted;
import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.cluster.SetId;
import io.ballast.fixture.LeakCheck;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.Listener;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.MoveSettings;
import io.ballast.relay.TimeoutSettings;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Listeners with live traffic, when the settings of a running proxy are edited. */
@ExtendWith(LeakCheck.class)
final class ReconfigureListenersTest {
  private static final ClusterSpec ONE_NODE = new ClusterSpec("c", "a 1");
  private static final ListenerSettings SETS = EditedProxy.listener("sets", "c");

  private static final String OWN = "127.0.83.12";

  private EditedProxy rig;

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private void edit(ListenerSettings... listeners) throws Exception {
    rig.edit(List.of(listeners), ONE_NODE);
  }

  private Listener listener(String name) {
    return rig.proxy.listeners().stream()
        .filter(it -> it.settings().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static HostPort bind(InetSocketAddress address) {
    return new HostPort(address.getAddress().getHostAddress(), address.getPort());
  }

  /** Of an address of loopback that no other test has, so that the port stays free. */
  private static HostPort freeAddress() throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(OWN, 0));
      return new HostPort(OWN, probe.getLocalPort());
    }
  }

  private static void assertRefused(InetSocketAddress address) {
    assertThatThrownBy(() -> TestSocket.connect(address)).isInstanceOf(ConnectException.class);
  }

  @Test
  void listenerThatStaysKeepsItsSocketAndSessions() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    InetSocketAddress address = listener("sets").address();
    edit(SETS.withLimits(new LimitSettings(10, 0, 0, 0, 0)));
    assertThat(listener("sets").address()).isEqualTo(address);
    assertThat(live.carries("still here")).isTrue();
  }

  @Test
  void addedListenerAccepts() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    edit(SETS, EditedProxy.listener("more", "c"));
    assertThat(rig.connect("more", "x").node()).isEqualTo("a");
    assertThat(rig.proxy.listeners()).extracting(it -> it.settings().name()).hasSize(2);
  }

  @Test
  void removedListenerAcceptsNoMoreAndItsSessionsGoOn() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    edit(SETS, EditedProxy.listener("more", "c"));
    Greeted live = rig.connect("more", "x");
    InetSocketAddress gone = listener("more").address();
    edit(SETS);
    assertRefused(gone);
    assertThat(live.carries("still here")).isTrue();
    assertThat(rig.proxy.connections()).isEqualTo(1);
    live.socket().close();
    await().until(() -> rig.proxy.connections() == 0);
  }

  @Test
  void newAddressIsListenedOnAndTheOldOneIsNot() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    InetSocketAddress old = listener("sets").address();
    HostPort next = freeAddress();
    edit(SETS.withBind(next));
    assertThat(bind(listener("sets").address())).isEqualTo(next);
    assertRefused(old);
    assertThat(rig.connect("sets", "y").carries("x")).isTrue();
    assertThat(live.carries("still here")).isTrue();
    assertThat(listener("sets").connections()).isEqualTo(2);
  }

  @Test
  void addressThatIsTakenChangesNothing() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    InetSocketAddress address = listener("sets").address();
    HostPort free = freeAddress();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HostPort bound = new HostPort("127.0.0.1", taken.getLocalPort());
      assertThatThrownBy(
              () ->
                  rig.edit(
                      List.of(
                          SETS.withLimits(new LimitSettings(1, 0, 0, 0, 0)),
                          EditedProxy.listener("first", "c").withBind(free),
                          EditedProxy.listener("second", "c").withBind(bound)),
                      new ClusterSpec("c", "a 7")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("listener second cannot listen there");
    }
    assertThat(rig.proxy.listeners()).hasSize(1);
    assertThat(listener("sets").address()).isEqualTo(address);
    assertRefused(new InetSocketAddress(OWN, free.port()));
    assertThat(rig.cluster("c").snapshot().node("a").orElseThrow().node().weight()).isEqualTo(1);
    assertThat(rig.connect("sets", "y").carries("x")).isTrue();
    assertThat(live.carries("still here")).isTrue();
  }

  @Test
  void listenersCanSwapTheirAddresses() throws Exception {
    HostPort one = freeAddress();
    rig =
        new EditedProxy(ChangeLog.NONE, SETS.withBind(one), ONE_NODE, new ClusterSpec("d", "z 1"));
    HostPort two = freeAddress();
    List<ListenerSettings> before =
        List.of(SETS.withBind(one), EditedProxy.listener("more", "d").withBind(two));
    rig.edit(before, ONE_NODE, new ClusterSpec("d", "z 1"));
    Greeted live = rig.connect("more", "x");
    rig.edit(
        List.of(SETS.withBind(two), EditedProxy.listener("more", "d").withBind(one)),
        ONE_NODE,
        new ClusterSpec("d", "z 1"));
    assertThat(bind(listener("sets").address())).isEqualTo(two);
    assertThat(rig.connect("sets", "y").node()).isEqualTo("a");
    assertThat(rig.connect("more", "y").node()).isEqualTo("z");
    assertThat(live.carries("still here")).isTrue();
  }

  @Test
  void renamedListenerTakesTheSocketOver() throws Exception {
    HostPort one = freeAddress();
    rig = new EditedProxy(ChangeLog.NONE, SETS.withBind(one), ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    edit(EditedProxy.listener("renamed", "c").withBind(one));
    Greeted next = rig.connect("renamed", "y");
    assertThat(next.carries("x")).isTrue();
    assertThat(live.carries("still here")).isTrue();
    rig.cluster("c")
        .sessions()
        .forEachOf(SetId.of("y"), it -> assertThat(it.origin().listener()).isEqualTo("renamed"));
  }

  @Test
  void newLimitsCountConnectionsThatAreThere() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    rig.connect("sets", "x");
    rig.connect("sets", "y");
    edit(SETS.withLimits(new LimitSettings(2, 0, 0, 0, 0)));
    assertThat(rig.connect("sets", "z").node()).isEqualTo(EditedProxy.TURNED_AWAY);
    edit(SETS.withLimits(new LimitSettings(3, 0, 0, 0, 0)));
    assertThat(rig.connect("sets", "z").node()).isEqualTo("a");
  }

  @Test
  void newAccessListHoldsForNewConnections() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    edit(SETS.withAccess(new AccessSettings(List.of(), List.of(Network.parse("127.0.0.0/8")))));
    assertThat(rig.connect("sets", "y").node()).isEqualTo(EditedProxy.TURNED_AWAY);
    assertThat(live.carries("still here")).isTrue();
  }

  @Test
  void newIdentityHoldsForNewConnections() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    rig.connect("sets", "x");
    edit(SETS.withIdentity(new IdentitySettings.Line("^HELLO (?P<id>.)")));
    rig.connect("sets", "yes");
    List<String> sets = new ArrayList<>();
    rig.cluster("c").sessions().forEach(session -> sets.add(session.set().text()));
    assertThat(sets).containsExactlyInAnyOrder("x", "y");
  }

  @Test
  void newIdleTimeoutHoldsForLiveSessionsToo() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    Greeted live = rig.connect("sets", "x");
    TimeoutSettings old = SETS.timeouts();
    edit(
        SETS.withTimeouts(
            new TimeoutSettings(old.identify(), Duration.ofSeconds(1), old.halfClosed())));
    assertThat(live.socket().end()).isNotNull();
    await().until(() -> rig.closed.contains(CloseReason.IDLE));
  }

  @Test
  void sessionsFollowWhetherTheirListenerLetsThemMove() throws Exception {
    ClusterSpec two = new ClusterSpec("c", "a 1", "b 1");
    ListenerSettings still = SETS.withMove(new MoveSettings(MoveSettings.Mode.NONE, ""));
    rig = new EditedProxy(ChangeLog.NONE, still, two);
    Greeted live = rig.connectTo("b");
    rig.change("c", new Change.SetWeight("b", 0));
    await()
        .until(
            () ->
                rig.cluster("c").status().stream()
                    .anyMatch(it -> it.node().equals("b") && it.live() == 1));
    assertThat(live.carries("still here")).isTrue();
    rig.proxy.reconfigure(
        rig.settings(List.of(SETS), two),
        (was, now, configured) -> new Reconciliation.Reconciled(now, List.of()));
    assertThat(live.socket().readAll()).isEmpty();
  }

  @Test
  void listenerThatFrontsAnotherClusterKeepsItsOldSessionsInTheirs() throws Exception {
    ClusterSpec other = new ClusterSpec("d", "z 1");
    rig = new EditedProxy(ONE_NODE, other);
    Greeted old = rig.connect("sets", "x");
    rig.edit(List.of(EditedProxy.listener("sets", "d")), ONE_NODE, other);
    Greeted next = rig.connect("sets", "x");
    assertThat(next.node()).isEqualTo("z");
    assertThat(old.carries("still here")).isTrue();
    old.socket().close();
    await().until(() -> rig.cluster("c").sessions().size() == 0);
    assertThat(rig.cluster("c").counts().live("a")).isZero();
    assertThat(rig.cluster("d").counts().live("z")).isEqualTo(1);
    await().until(() -> listener("sets").connections() == 1);
  }

  @Test
  void noByteIsLostWhileTheListenerIsEditedAgainAndAgain() throws Exception {
    rig = new EditedProxy(ONE_NODE);
    long seed = new Random().nextLong();
    System.out.println("ReconfigureListenersTest seed " + seed);
    List<CompletableFuture<Void>> talks = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    for (int i = 0; i < 6; i++) {
      Greeted session = rig.connect("sets", "talker-" + i);
      Random random = new Random(seed + i);
      talks.add(CompletableFuture.runAsync(() -> talk(session, random), threads));
    }
    for (int i = 0; i < 50; i++) {
      edit(
          SETS.withBind(new HostPort(i % 5 == 0 ? OWN : "127.0.0.1", 0))
              .withLimits(new LimitSettings(100 + i, i % 3 == 0 ? 0 : 50, 0, 0, 0)),
          EditedProxy.listener("more-" + i % 2, "c"));
    }
    threads.shutdown();
    talks.forEach(CompletableFuture::join);
    assertThat(rig.closed).isEmpty();
    assertThat(listener("sets").connections()).isEqualTo(6);
  }

  private static void talk(Greeted session, Random random) {
    try {
      for (int i = 0; i < 200; i++) {
        byte[] bytes = new byte[1 + random.nextInt(3000)];
        random.nextBytes(bytes);
        session.socket().send(bytes);
        assertThat(session.socket().read(bytes.length)).isEqualTo(bytes);
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
