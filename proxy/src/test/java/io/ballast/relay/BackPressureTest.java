package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A slow reader holds the sender, and memory stays bounded. */
@EachWire
final class BackPressureTest {
  @Parameter Wire wire;

  /** What two directions of a few sessions may hold, with room for the allocator's chunks. */
  private static final long BOUND = 8L << 20;

  private static long directMemory() {
    return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric().usedDirectMemory();
  }

  private static void sendWithoutEnd(TestSocket to, AtomicLong sent) {
    byte[] bytes = new byte[64 * 1024];
    try {
      while (true) {
        to.send(bytes);
        sent.addAndGet(bytes.length);
      }
    } catch (IOException over) {
      // The test is over.
    }
  }

  @Test
  void slowClientHoldsTheNode() throws Exception {
    AtomicLong sent = new AtomicLong();
    long before = directMemory();
    try (TestServer server = wire.server(peer -> sendWithoutEnd(peer, sent));
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      long standing = Sender.awaitStanding(sent);
      assertThat(directMemory() - before).isLessThan(BOUND);
      client.read((int) Math.min(Integer.MAX_VALUE, standing));
      await().until(() -> sent.get() > standing);
    }
  }

  @Test
  void slowNodeHoldsTheClient() throws Exception {
    AtomicLong sent = new AtomicLong();
    CountDownLatch read = new CountDownLatch(1);
    long before = directMemory();
    try (TestServer server =
            wire.server(
                peer -> {
                  read.await();
                  peer.readAll();
                });
        Rig rig = Rig.inFrontOf(wire, server);
        TestSocket client = rig.client()) {
      Thread sender = new Thread(() -> sendWithoutEnd(client, sent));
      sender.setDaemon(true);
      sender.start();
      long standing = Sender.awaitStanding(sent);
      assertThat(directMemory() - before).isLessThan(BOUND);
      read.countDown();
      await().until(() -> sent.get() > standing);
    }
  }

  @Test
  void sendersEndDoesNotBringAllItHasSentIntoMemory() throws Exception {
    byte[] answer = Noise.bytes(1, 3_000_000);
    int clients = 8;
    AtomicInteger finished = new AtomicInteger();
    long before = directMemory();
    List<TestSocket> sockets = new ArrayList<>();
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send(answer).finish();
                  finished.incrementAndGet();
                  peer.end();
                });
        Rig rig = Rig.inFrontOf(wire, server)) {
      for (int i = 0; i < clients; i++) {
        sockets.add(rig.client(4096));
      }
      await().until(() -> finished.get() == clients);
      assertThat(directMemory() - before).isLessThan(BOUND);
      for (TestSocket socket : sockets) {
        assertThat(Arrays.equals(socket.readAll(), answer)).isTrue();
        socket.close();
      }
      rig.awaitEmpty();
    }
  }

  @Test
  void clientThatIsNotConnectedYetIsHeld() throws Exception {
    AtomicLong sent = new AtomicLong();
    long before = directMemory();
    try (FullBacklog full = new FullBacklog();
        Rig rig =
            Rig.with(wire)
                .node("n1", full.port())
                .connect(new ConnectSettings(List.of(), Duration.ofMinutes(1)))
                .start();
        TestSocket client = rig.client()) {
      Thread sender = new Thread(() -> sendWithoutEnd(client, sent));
      sender.setDaemon(true);
      sender.start();
      Sender.awaitStanding(sent);
      assertThat(directMemory() - before).isLessThan(BOUND);
      // Closing in order would wait for the sender.
      client.cutOff();
    }
  }
}
