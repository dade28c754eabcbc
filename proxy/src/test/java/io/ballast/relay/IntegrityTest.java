package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Every byte arrives, once and in order, whatever the sizes. */
@EachWire
final class IntegrityTest {
  @Parameter Wire wire;

  private static final int SESSIONS = 8;
  private static final int VOLUME = 6_000_000;

  /**
   * Sends random pieces of a random stream and finishes; a pause now and then lets queues drain.
   */
  private static long send(TestSocket to, long seed) throws IOException {
    Random random = new Random(seed);
    CRC32 sum = new CRC32();
    for (int left = VOLUME; left > 0; ) {
      int size = 1 + random.nextInt(1 << random.nextInt(18));
      byte[] piece = new byte[Math.min(left, size)];
      random.nextBytes(piece);
      sum.update(piece);
      to.send(piece);
      left -= piece.length;
    }
    to.finish();
    return sum.getValue();
  }

  private static long[] receive(TestSocket from, long seed) throws IOException {
    Random random = new Random(seed);
    CRC32 sum = new CRC32();
    byte[] buffer = new byte[1 << 17];
    long volume = 0;
    while (true) {
      byte[] piece = new byte[1 + random.nextInt(buffer.length)];
      int n = from.read(piece);
      if (n < 0) {
        return new long[] {sum.getValue(), volume};
      }
      sum.update(piece, 0, n);
      volume += n;
    }
  }

  /** Both ways at once; true if what came is what was sent. */
  private static Callable<Long> exchange(
      ExecutorService threads, TestSocket socket, long sendSeed, Queue<long[]> sums) {
    return () -> {
      Future<Long> sent = threads.submit(() -> send(socket, sendSeed));
      sums.add(receive(socket, ~sendSeed));
      return sent.get();
    };
  }

  @Test
  void bothWaysAtOnceInRandomPieces() throws Exception {
    long seed = System.nanoTime();
    System.out.println("IntegrityTest seed " + seed);
    ExecutorService threads = Executors.newCachedThreadPool();
    Queue<Long> sentByNode = new ConcurrentLinkedQueue<>();
    Queue<long[]> seenByNode = new ConcurrentLinkedQueue<>();
    Queue<long[]> seenByClients = new ConcurrentLinkedQueue<>();
    AtomicInteger turn = new AtomicInteger();
    try (TestServer server =
            wire.server(
                peer -> {
                  long own = seed + 1000 + turn.getAndIncrement();
                  sentByNode.add(call(exchange(threads, peer, own, seenByNode)));
                });
        Rig rig = Rig.inFrontOf(wire, server)) {
      List<TestSocket> clients = new ArrayList<>();
      List<Future<Long>> sent = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        TestSocket client = rig.client();
        clients.add(client);
        sent.add(threads.submit(exchange(threads, client, seed + i, seenByClients)));
      }
      List<Long> sentByClients = new ArrayList<>();
      for (Future<Long> one : sent) {
        sentByClients.add(one.get());
      }
      rig.awaitEmpty();
      await().until(() -> sentByNode.size() == SESSIONS);
      assertThat(sums(seenByNode)).containsExactlyInAnyOrderElementsOf(sentByClients);
      assertThat(sums(seenByClients)).containsExactlyInAnyOrderElementsOf(sentByNode);
      assertThat(seenByNode).allMatch(seen -> seen[1] == VOLUME);
      assertThat(seenByClients).allMatch(seen -> seen[1] == VOLUME);
      assertThat(rig.opened).allMatch(s -> s.bytesFromClient() == VOLUME);
      assertThat(rig.opened).allMatch(s -> s.bytesFromNode() == VOLUME);
      assertThat(rig.toldFromClients.sum()).isEqualTo(VOLUME * SESSIONS);
      assertThat(rig.toldFromNodes.sum()).isEqualTo(VOLUME * SESSIONS);
      for (TestSocket client : clients) {
        client.close();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static long call(Callable<Long> task) throws IOException {
    try {
      return task.call();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Long> sums(Queue<long[]> seen) {
    return seen.stream().map(one -> one[0]).toList();
  }
}
