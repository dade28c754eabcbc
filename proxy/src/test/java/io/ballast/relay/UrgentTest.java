package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Urgent bytes of TCP stay in the stream, at their place, and nothing behind them waits. */
@EachTransport
final class UrgentTest {
  private static final int ROUNDS = 300;
  private static final int LONGEST = 5_000;

  @Parameter LoopSettings.TransportChoice transport;

  /** Sends a few pieces with an urgent byte after each; returns all that was sent. */
  private static byte[] sendMarked(TestSocket to, Random random) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (int marks = random.nextInt(4); marks >= 0; marks--) {
      byte[] piece = new byte[random.nextInt(LONGEST)];
      random.nextBytes(piece);
      to.send(piece);
      sent.writeBytes(piece);
      int urgent = random.nextInt(256);
      to.socket().sendUrgentData(urgent);
      sent.write(urgent);
    }
    byte[] last = {1, 2, 3};
    to.send(last);
    sent.writeBytes(last);
    return sent.toByteArray();
  }

  private static long seed() {
    long seed = System.nanoTime();
    System.out.println("UrgentTest seed " + seed);
    return seed;
  }

  @Test
  void clientsUrgentBytesReachTheNodeInTheirPlace() throws Exception {
    Random random = new Random(seed());
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server);
        TestSocket client = rig.client()) {
      for (int round = 0; round < ROUNDS; round++) {
        byte[] sent = sendMarked(client, random);
        assertThat(client.read(sent.length)).as("round %d", round).isEqualTo(sent);
      }
    }
  }

  @Test
  void nodesUrgentBytesReachTheClientInTheirPlace() throws Exception {
    long seed = seed();
    Random expected = new Random(seed);
    try (TestServer server =
            new TestServer(
                peer -> {
                  Random random = new Random(seed);
                  while (peer.read(1).length == 1) {
                    sendMarked(peer, random);
                  }
                });
        Rig rig = Rig.inFrontOf(transport, server);
        TestSocket client = rig.client();
        TestServer sink = TestServer.echo();
        TestSocket reference = TestSocket.connect(sink.address())) {
      reference.socket().setOOBInline(true);
      for (int round = 0; round < ROUNDS; round++) {
        client.send("?");
        byte[] wanted = sendMarked(reference, expected);
        assertThat(client.read(wanted.length)).as("round %d", round).isEqualTo(wanted);
      }
    }
  }

  /** Not where the Java library listens: it has no such option for what is not accepted yet. */
  @Test
  void urgentBytesBeforeTheConnectionIsAcceptedAreKept() throws Exception {
    assumeThat(transport).isNotEqualTo(LoopSettings.TransportChoice.NIO);
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server);
        TestSocket client = rig.client()) {
      client.socket().sendUrgentData('a');
      client.send("b");
      client.socket().sendUrgentData('c');
      assertThat(client.readText(3)).isEqualTo("abc");
    }
  }
}
