package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.HostPort;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The congestion control of both legs of sessions, as the system has it. Needs Linux; whatever is
 * set there, reno is always to be had.
 */
@ParameterizedClass
@EnumSource(value = Wire.class, mode = EnumSource.Mode.MATCH_NONE, names = ".*NIO")
final class CongestionTest {
  private static final CongestionControl RENO = new CongestionControl("reno");
  private static final CongestionChoice CHOICE = choice();
  private static final String SYSTEM = CHOICE.system();
  private static final String ON_LOOPBACK = CHOICE.unpaced() == null ? SYSTEM : CHOICE.unpaced();

  @Parameter Wire wire;

  private final BlockingQueue<Integer> ports = new LinkedBlockingQueue<>();

  private static CongestionChoice choice() {
    Epoll.ensureAvailability();
    return CongestionChoice.ofSystem();
  }

  private TestServer server() throws IOException {
    return wire.server(
        peer -> {
          ports.add(peer.socket().getPort());
          TestServer.echo(peer);
        });
  }

  /** A new session's congestion control, the client's leg first. */
  private String ofNewSession(Rig rig, TestServer server, TestSocket client) throws Exception {
    assertThat(client.send("hello").readText(5)).isEqualTo("hello");
    int port = ports.poll(20, TimeUnit.SECONDS);
    return ofClient(rig, client) + " " + OwnSockets.congestionControl(port, server.port());
  }

  private static String ofClient(Rig rig, TestSocket client) throws IOException {
    return OwnSockets.congestionControl(
        rig.listener.address().getPort(), client.socket().getLocalPort());
  }

  private Rig.Builder rig(TestServer server) {
    return Rig.with(wire).node("n1", server.port());
  }

  @Test
  void autoKeepsWhatTheSystemHasUnlessItPacesOnLoopback() throws Exception {
    try (TestServer server = server();
        Rig rig = rig(server).start();
        TestSocket client = rig.client()) {
      assertThat(ofNewSession(rig, server, client)).isEqualTo(ON_LOOPBACK + " " + ON_LOOPBACK);
    }
  }

  @Test
  void listenerOnAllAddressesKeepsWhatTheSystemHas() throws Exception {
    try (TestServer server = server();
        Rig rig = rig(server).listener(it -> it.withBind(new HostPort("0.0.0.0", 0))).start();
        TestSocket client = rig.client()) {
      assertThat(ofNewSession(rig, server, client)).isEqualTo(SYSTEM + " " + ON_LOOPBACK);
    }
  }

  @Test
  void eachSideHasWhatIsNamedForIt() throws Exception {
    try (TestServer server = server();
        Rig rig = rig(server).listener(it -> it.withCongestionControl(RENO)).start();
        TestSocket client = rig.client()) {
      assertThat(ofNewSession(rig, server, client)).isEqualTo("reno " + ON_LOOPBACK);
    }
    try (TestServer server = server();
        Rig rig = rig(server).connect(it -> it.withCongestionControl(RENO)).start();
        TestSocket client = rig.client()) {
      assertThat(ofNewSession(rig, server, client)).isEqualTo(ON_LOOPBACK + " reno");
    }
  }

  @Test
  void otherSettingsHoldForNewConnections() throws Exception {
    try (TestServer server = server();
        Rig rig = rig(server).listener(it -> it.withCongestionControl(RENO)).start();
        TestSocket before = rig.client()) {
      assertThat(ofNewSession(rig, server, before)).startsWith("reno ");
      rig.reconfigure(it -> it.withCongestionControl(CongestionControl.AUTO));
      try (TestSocket after = rig.client()) {
        assertThat(ofNewSession(rig, server, after)).startsWith(ON_LOOPBACK + " ");
        assertThat(ofClient(rig, before)).isEqualTo("reno");
      }
    }
  }

  @Test
  void nameThatTheSystemTakesNoMoreDoesNotEndConnections() throws Exception {
    CongestionControl gone = new CongestionControl("no-such-one");
    try (TestServer server = server();
        Rig rig =
            rig(server)
                .listener(it -> it.withCongestionControl(gone))
                .connect(it -> it.withCongestionControl(gone))
                .start();
        TestSocket client = rig.client()) {
      assertThat(ofNewSession(rig, server, client)).isEqualTo(SYSTEM + " " + SYSTEM);
    }
  }
}
