package io.ballast.relay;

import io.ballast.fixture.TestSocket;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends from a thread of its own, so that the other can read. */
final class Sender {
  private Sender() {}

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
