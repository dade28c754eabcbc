package io.ballast.relay;

import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Sends from a thread of its own, so that the other can read. */
final class Sender {
  private Sender() {}

  /** Waits until the count of what was sent has not risen for half a second; returns it. */
  static long awaitStanding(AtomicLong sent) {
    AtomicLong last = new AtomicLong(-1);
    await()
        .pollInterval(Duration.ofMillis(500))
        .until(() -> sent.get() > 0 && sent.get() == last.getAndSet(sent.get()));
    return sent.get();
  }

  /** Starts to send, and finishes the stream after it. */
  static Thread start(TestSocket socket, byte[] bytes) {
    Thread thread =
        new Thread(
            () -> {
              try {
                socket.send(bytes).finish();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "sender");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
