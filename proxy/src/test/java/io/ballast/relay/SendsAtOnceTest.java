package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The system keeps no piece back until the one before is acknowledged. Needs Linux. */
@ParameterizedClass
@EnumSource(value = Wire.class, mode = EnumSource.Mode.MATCH_NONE, names = ".*NIO")
final class SendsAtOnceTest {
  /** More than one segment of most devices, and one read of the proxy. */
  private static final int LONG = 5_000;

  private static final ProxyProtocolSettings V1_TO_NODES =
      new ProxyProtocolSettings(List.of(), ProxyProtocolSettings.Send.V1);

  @Parameter Wire wire;

  private final BlockingQueue<Integer> ports = new LinkedBlockingQueue<>();

  private TestServer server() throws IOException {
    return wire.server(
        peer -> {
          ports.add(peer.socket().getPort());
          TestServer.echo(peer);
        });
  }

  private boolean nodesLeg(TestServer server) throws Exception {
    return OwnSockets.sendsAtOnce(ports.poll(20, TimeUnit.SECONDS), server.port());
  }

  private static boolean clientsLeg(Rig rig, TestSocket client) throws IOException {
    return OwnSockets.sendsAtOnce(rig.listener.address().getPort(), client.socket().getLocalPort());
  }

  @Test
  void bothLegsDoFromTheSecondPieceOn() throws Exception {
    try (TestServer server = server();
        Rig rig = Rig.with(wire).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      assertThat(client.send("one").readText(3)).isEqualTo("one");
      assertThat(client.send("two").readText(3)).isEqualTo("two");
      assertThat(nodesLeg(server)).isTrue();
      assertThat(clientsLeg(rig, client)).isTrue();
    }
  }

  @Test
  void aFirstPieceOfSeveralSegmentsIsNotKeptBackEither() throws Exception {
    try (TestServer server = server();
        Rig rig = Rig.with(wire).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      assertThat(client.send("a".repeat(LONG)).readText(LONG)).isEqualTo("a".repeat(LONG));
      assertThat(nodesLeg(server)).isTrue();
    }
  }

  /** The direct transport saves a short connection the system call. */
  @Test
  void aFirstPieceOfOneSegmentNeedsNothing() throws Exception {
    assumeThat(wire).as("only the direct transport does without").isEqualTo(Wire.PLAIN);
    try (TestServer server = server();
        Rig rig = Rig.with(wire).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      assertThat(client.send("one").readText(3)).isEqualTo("one");
      assertThat(nodesLeg(server)).isFalse();
    }
  }

  @Test
  void whatFollowsAHeaderIsNotKeptBack() throws Exception {
    assumeThat(wire).as("the header is not part of a TLS stream").isNotEqualTo(Wire.TLS_NODE);
    try (TestServer server = server();
        Rig rig =
            Rig.with(wire)
                .node("n1", server.port())
                .listener(it -> it.withProxyProtocol(V1_TO_NODES))
                .start();
        TestSocket client = rig.client()) {
      assertThat(client.readText("PROXY ".length())).isEqualTo("PROXY ");
      client.send("one");
      String rest = client.readText(1);
      while (!rest.endsWith("one")) {
        rest += client.readText(1);
      }
      assertThat(nodesLeg(server)).isTrue();
    }
  }
}
