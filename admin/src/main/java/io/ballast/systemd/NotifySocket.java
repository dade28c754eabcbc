package io.ballast.systemd;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The socket on which a service manager hears its service: one datagram a message, to a path or to
 * a name of the abstract namespace. The Java library has no such sockets; Netty's native library
 * has. Any thread may send; one that does may have to wait, so no event loop should.
 */
final class NotifySocket implements AutoCloseable {
  /** How long a message may wait while the manager's queue of messages is full. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(10);

  /** Of Linux, in bytes. */
  private static final int LONGEST = 108;

  private final byte[] address;
  private final Socket socket;

  /**
   * A socket to that address.
   *
   * @param name an absolute path, or {@code @} and a name of the abstract namespace
   * @throws IOException when there cannot be one; the message names the remedy
   */
  NotifySocket(String name) throws IOException {
    if (!name.startsWith("/") && !name.startsWith("@")) {
      throw new IOException("it is neither an absolute path nor @ and an abstract name");
    }
    if (!Epoll.isAvailable()) {
      throw new IOException(
          "Netty's native library does not work here, and Java has no such sockets: "
              + Epoll.unavailabilityCause());
    }
    this.address = name.getBytes(StandardCharsets.UTF_8);
    if (address.length > LONGEST) {
      throw new IOException("it is longer than " + LONGEST + " bytes");
    }
    if (address[0] == '@') {
      address[0] = 0;
    }
    this.socket = Socket.newSocketDomainDgram();
  }

  /**
   * Sends a message.
   *
   * @param message {@code KEY=value} lines
   * @throws IOException when nobody listens, or the queue stays full
   */
  synchronized void send(String message) throws IOException {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    long start = System.nanoTime();
    while (!sent(buffer)) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IOException("its queue has been full for " + PATIENCE.toSeconds() + " s");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Returns false when the queue is full. */
  private boolean sent(ByteBuffer message) throws IOException {
    try {
      int length = message.capacity();
      return socket.sendToDomainSocket(message, 0, length, address) == length;
    } catch (FileNotFoundException nobody) {
      throw new IOException("nobody listens there", nobody);
    }
  }

  @Override
  public synchronized void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // Nothing was promised to be sent by closing it.
    }
  }
}
