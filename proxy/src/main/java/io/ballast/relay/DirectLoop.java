package io.ballast.relay;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * What the direct legs of one event loop share: the buffer that each of them reads into, the pipes,
 * and the time at which their sockets are closed. Belongs to its event loop.
 */
final class DirectLoop {
  /** The most bytes that one read takes. */
  static final int READ_BYTES = 32 * 1024;

  private final IoEventLoop loop;
  private final Sweep sweep;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final long address = Buffer.memoryAddress(buffer);
  private final DirectPipes pipes = new DirectPipes();
  private final ArrayDeque<DirectHandle> closing = new ArrayDeque<>();
  private final Runnable endRound = this::endRound;
  private int round;
  private boolean roundEnds;

  DirectLoop(IoEventLoop loop, Sweep sweep) {
    this.loop = loop;
    this.sweep = sweep;
  }

  Sweep sweep() {
    return sweep;
  }

  DirectPipes pipes() {
    return pipes;
  }

  IoEventLoop executor() {
    return loop;
  }

  /**
   * Makes the loop know a handle; no event comes before it is asked for.
   *
   * @throws IllegalStateException if the loop has ended
   */
  IoRegistration register(IoHandle handle) {
    assert loop.inEventLoop();
    Future<IoRegistration> registered = loop.register(handle);
    if (!registered.isSuccess()) {
      throw new IllegalStateException("an event loop took no handle", registered.cause());
    }
    afterRound();
    return registered.getNow();
  }

  /**
   * Which round of events this is. An event that comes in the round in which a socket was
   * registered was fetched before that, and so is not the socket's own: channels on the same loop
   * close theirs at once, and the system gives out their numbers again.
   */
  int round() {
    return round;
  }

  /**
   * Reads into the buffer of the loop, where the bytes stay until the next read of any leg. The
   * system takes a socket's own call a little faster than that of any descriptor.
   *
   * @return how many there are, 0 if none has come, -1 if the stream has ended
   */
  int read(FileDescriptor socket) throws IOException {
    return socket instanceof Socket whole
        ? whole.recvAddress(address, 0, READ_BYTES)
        : socket.readAddress(address, 0, READ_BYTES);
  }

  /** Sends the first bytes of the buffer; returns how many the system has taken. */
  int send(FileDescriptor socket, int length) throws IOException {
    return socket instanceof Socket whole
        ? whole.sendAddress(address, 0, length)
        : socket.writeAddress(address, 0, length);
  }

  /** The bytes of the buffer from one index to before another; valid until the next read. */
  ByteBuffer bytes(int from, int to) {
    return buffer.clear().position(from).limit(to);
  }

  /**
   * Closes a socket when the events that have been fetched are handled: the number of a socket that
   * is closed at once may be that of another by then, which would be given the events of the first.
   */
  void close(DirectHandle handle) {
    closing.add(handle);
    afterRound();
  }

  private void afterRound() {
    if (!roundEnds) {
      roundEnds = true;
      loop.execute(endRound);
    }
  }

  private void endRound() {
    roundEnds = false;
    round++;
    for (int left = closing.size(); left > 0; left--) {
      closing.remove().closeNow();
    }
  }
}
