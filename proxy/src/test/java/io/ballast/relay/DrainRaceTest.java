package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Change;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Zone;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A session never slips onto a node that is drained while it connects. */
@EachTransport
final class DrainRaceTest {
  @Parameter LoopSettings.TransportChoice transport;

  static List<Change> edits() {
    return List.of(new Change.SetWeight("bad", 0), new Change.RemoveNode("bad"));
  }

  @ParameterizedTest
  @MethodSource("edits")
  void nodeGetsNoByteOfASessionThatIsPlacedAnew(Change edit) throws Exception {
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    AtomicReference<Rig> running = new AtomicReference<>();
    try (TestServer good = TestServer.echo();
        TestServer bad = new TestServer(peer -> heard.add(peer.readAll()));
        Rig rig =
            Rig.with(transport)
                .listener(s -> s.withIdentity(new IdentitySettings.Line("^(?P<id>\\S+)")))
                .node("good", good.port())
                .node("bad", bad.port())
                .addresses(
                    address -> {
                      // Between the list and the connection.
                      if (address.port() == bad.port()) {
                        running.get().change(edit);
                      }
                      return new InetSocketAddress(address.host(), address.port());
                    })
                .start();
        TestSocket client = rig.client()) {
      running.set(rig);
      String line = rig.setOwnedBy("bad") + "\n";
      assertThat(client.send(line).readText(line.length())).isEqualTo(line);
      assertThat(rig.session().node()).isEqualTo("good");
      assertThat(rig.counts.live("bad")).isZero();
      assertThat(heard.poll(10, TimeUnit.SECONDS)).isEmpty();
      assertThat(rig.opened).hasSize(1);
    }
  }

  @Test
  void setWhoseZoneIsEditedMeanwhileIsCountedInTheNewOne() throws Exception {
    AtomicReference<Rig> running = new AtomicReference<>();
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .addresses(
                    address -> {
                      Rig now = running.get();
                      now.change(new Change.AddZone(new Zone("asia")));
                      now.change(new Change.SetZone(SetId.of("127.0.0.1"), "asia"));
                      return new InetSocketAddress(address.host(), address.port());
                    })
                .start()) {
      running.set(rig);
      try (TestSocket client = rig.client()) {
        client.send("x").read(1);
        assertThat(rig.session().zone()).isEqualTo("asia");
        assertThat(rig.counts.ofZone("asia")).isEqualTo(1);
        assertThat(rig.counts.ofZone("default")).isZero();
      }
      rig.awaitEmpty();
      assertThat(rig.counts.ofZone("asia")).isZero();
    }
  }

  @Test
  void rezonedSessionIsCountedInItsNewZone() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server)) {
      try (TestSocket client = rig.client()) {
        client.send("x").read(1);
        rig.session().ends().rezone("asia");
        await().until(() -> rig.counts.of("n1", "asia") == 1);
        assertThat(rig.session().zone()).isEqualTo("asia");
        assertThat(rig.counts.ofZone("default")).isZero();
      }
      rig.awaitEmpty();
      rig.session().ends().rezone("default");
      assertThat(rig.counts.ofZone("asia")).isZero();
    }
  }
}
