package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.process.Serving;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client and a node that read slowly what is sent to them at full speed, next to sessions that
 * talk. {@code -Dballast.slow=120} goes on for two minutes.
 */
final class SlowReaderIT {
  private static final int SECONDS = Integer.getInteger("ballast.slow", 15);
  private static final int TALKING = 100;
  private static final int ROUNDS_BEFORE = 10;
  private static final int PIECE = 16 << 10;
  private static final int PIECES_PER_SECOND = 20;
  private static final long MOST_MEMORY = 8 << 20;
  private static final Duration MORE_LATENCY = Duration.ofMillis(100);
  private static final char DOWN = 'd';
  private static final char UP = 'u';

  private final byte[] pattern = new byte[65_521];
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong received = new AtomicLong();
  private final CompletableFuture<Void> slowNode = new CompletableFuture<>();
  @TempDir private Path directory;

  SlowReaderIT() {
    new Random(1).nextBytes(pattern);
  }

  private void serve(TestSocket peer) throws IOException, InterruptedException {
    String first = peer.readText(1);
    if (first.equals(String.valueOf(DOWN))) {
      sendWithoutEnd(peer);
    } else if (first.equals(String.valueOf(UP))) {
      readSlowly(peer, slowNode);
    } else {
      for (; first.length() == 1; first = peer.readText(1)) {
        peer.send(first);
      }
    }
  }

  private void sendWithoutEnd(TestSocket to) {
    try {
      while (over.getCount() > 0) {
        to.send(pattern);
      }
    } catch (IOException ended) {
      // The test is over.
    }
  }

  /** Reads a piece now and then; completes when the test is over, or a byte is wrong. */
  private void readSlowly(TestSocket from, CompletableFuture<Void> outcome) {
    byte[] piece = new byte[PIECE];
    long position = 0;
    try {
      while (!over.await(1000 / PIECES_PER_SECOND, TimeUnit.MILLISECONDS)) {
        int n = from.read(piece);
        for (int i = 0; i < n; i++, position++) {
          if (piece[i] != pattern[(int) (position % pattern.length)]) {
            throw new IllegalStateException("the byte at " + position + " is wrong");
          }
        }
        received.addAndGet(n);
      }
      outcome.complete(null);
    } catch (IOException | InterruptedException | IllegalStateException e) {
      outcome.completeExceptionally(e);
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "slow-reader");
    thread.setDaemon(true);
    thread.start();
  }

  /** Asks each once, and adds how long each took. */
  private static void ask(List<TestSocket> talking, List<Long> nanos) throws IOException {
    for (TestSocket client : talking) {
      long start = System.nanoTime();
      assertThat(client.send("?").readText(1)).isEqualTo("?");
      nanos.add(System.nanoTime() - start);
    }
  }

  private static Duration median(List<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return Duration.ofNanos(sorted[sorted.length / 2]);
  }

  private static long directMemory(Serving proxy) throws Exception {
    URI metrics = URI.create("http://127.0.0.1:" + proxy.http().getPort() + "/metrics");
    String body =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    String name = "ballast_direct_memory_bytes ";
    String line = body.lines().filter(it -> it.startsWith(name)).findFirst().orElseThrow();
    return (long) Double.parseDouble(line.substring(name.length()));
  }

  @Test
  void slowReadersHoldTheirSendersAndNobodyElse() throws Exception {
    List<TestSocket> talking = new ArrayList<>();
    try (TestServer node = new TestServer(this::serve);
        Serving proxy =
            Serving.start(
                directory,
                """
                clusters.c.nodes.a.address = "127.0.0.1:%d"
                listeners.l { cluster = c, bind = "127.0.0.1:0", identity = source-endpoint }
                """
                    .formatted(node.port()));
        TestSocket down = TestSocket.connect(proxy.listener("l"), PIECE);
        TestSocket up = TestSocket.connect(proxy.listener("l"))) {
      for (int i = 0; i < TALKING; i++) {
        talking.add(TestSocket.connect(proxy.listener("l")));
      }
      List<Long> before = new ArrayList<>();
      for (int i = 0; i < ROUNDS_BEFORE; i++) {
        ask(talking, before);
      }
      long memory = directMemory(proxy);

      CompletableFuture<Void> slowClient = new CompletableFuture<>();
      down.send(String.valueOf(DOWN));
      start(() -> readSlowly(down, slowClient));
      up.send(String.valueOf(UP));
      start(() -> sendWithoutEnd(up));
      List<Long> during = new ArrayList<>();
      long most = 0;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
      while (System.nanoTime() < end) {
        ask(talking, during);
        most = Math.max(most, directMemory(proxy) - memory);
      }
      over.countDown();

      System.out.printf(
          "SlowReaderIT: %d s, median of a question %s, with slow readers %s (%d asked); they read"
              + " %d bytes; %d bytes more of direct memory%n",
          SECONDS, median(before), median(during), during.size(), received.get(), most);
      slowClient.get(1, TimeUnit.MINUTES);
      slowNode.get(1, TimeUnit.MINUTES);
      assertThat(received).hasValueGreaterThan(2 * PIECE);
      assertThat(most).isLessThan(MOST_MEMORY);
      assertThat(median(during)).isLessThan(median(before).multipliedBy(10).plus(MORE_LATENCY));
    } finally {
      over.countDown();
      for (TestSocket client : talking) {
        client.close();
      }
    }
  }
}
