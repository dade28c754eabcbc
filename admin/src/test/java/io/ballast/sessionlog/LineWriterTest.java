package io.ballast.sessionlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class LineWriterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Ended ended(int number) {
    return new Ended.Rejected(
        "c" + number,
        new Origin("sets", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
        CloseReason.DENIED,
        Instant.EPOCH);
  }

  @Test
  void linesAreWrittenInTheirOrder() {
    Queue<String> sink = new ConcurrentLinkedQueue<>();
    List<String> expected = new ArrayList<>();
    try (LineWriter writer = new LineWriter(1000, sink::add)) {
      for (int i = 0; i < 1000; i++) {
        writer.offer(ended(i));
        expected.add(ended(i).line());
      }
    }
    assertThat(sink).containsExactlyElementsOf(expected);
  }

  @Test
  void linesThatComeAfterAPauseAreWrittenToo() {
    Queue<String> sink = new ConcurrentLinkedQueue<>();
    try (LineWriter writer = new LineWriter(10, sink::add)) {
      for (int i = 0; i < 50; i++) {
        int count = i + 1;
        writer.offer(ended(i));
        await().atMost(PATIENCE).until(() -> writer.written() == count);
      }
      assertThat(writer.dropped()).isZero();
    }
  }

  @Test
  void whatDoesNotFitIsDroppedAndCounted() throws InterruptedException {
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch freed = new CountDownLatch(1);
    try (LineWriter writer =
        new LineWriter(
            10,
            line -> {
              stuck.countDown();
              waitFor(freed);
            })) {
      writer.offer(ended(0));
      stuck.await();
      for (int i = 0; i < 110; i++) {
        writer.offer(ended(i));
      }
      assertThat(writer.dropped()).isEqualTo(100);
      freed.countDown();
      await().atMost(PATIENCE).until(() -> writer.written() == 11);
    } finally {
      freed.countDown();
    }
  }

  @Test
  void everyLineIsEitherWrittenOrDropped() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    LineWriter writer = new LineWriter(50, line -> {});
    try (writer) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        tasks.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 5000; i++) {
                    writer.offer(ended(i));
                  }
                }));
      }
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(writer.written() + writer.dropped()).isEqualTo(20_000);
  }

  @Test
  void aLineThatCannotBeWrittenIsCountedAndTheNextIsTried() {
    try (LineWriter writer =
        new LineWriter(
            10,
            line -> {
              if (line.contains("c0")) {
                throw new IllegalStateException("no space");
              }
            })) {
      writer.offer(ended(0));
      writer.offer(ended(1));
      await().atMost(PATIENCE).until(() -> writer.written() == 1 && writer.dropped() == 1);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
