package io.ballast.loadtest.compare;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The first byte that is answered through a peer that was started. */
final class FirstAnswer {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
  private static final int TIMEOUT_MILLIS = 5000;
  private static final byte ANY = 'x';

  private FirstAnswer() {}

  /**
   * Waits for it, asking again and again.
   *
   * @throws IOException when the peer ends, or it takes too long
   */
  static void await(RunningPeer peer) throws IOException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!answers(peer)) {
      boolean ended = peer.process().isPresent() && !peer.process().get().isAlive();
      if (ended || System.nanoTime() > deadline) {
        throw new IOException(
            "%s does not take connections; the last it said: %s"
                .formatted(peer.contender(), peer.lastWords()));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static boolean answers(RunningPeer peer) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(peer.address(), TIMEOUT_MILLIS);
      socket.getOutputStream().write(ANY);
      return socket.getInputStream().read() == ANY;
    } catch (IOException notYet) {
      return false;
    }
  }
}
