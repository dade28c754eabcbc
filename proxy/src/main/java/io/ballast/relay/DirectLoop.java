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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the direct legs of one event loop share: the buffer that each of them reads into, the pipes,
 * and the end of a round of events, at which small pieces are sent and sockets are closed. Belongs
 * to its event loop.
 */
final class DirectLoop {
  private static final Logger log = LoggerFactory.getLogger(DirectLoop.class);

  /** The most bytes that one read takes. */
  static final int READ_BYTES = 32 * 1024;

  private final IoEventLoop loop;
  private final Sweep sweep;
  private final Beginnings beginnings;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(DirectPieces.MAX_END + READ_BYTES);
  private final long address = Buffer.memoryAddress(buffer);
  private final DirectPipes pipes = new DirectPipes();
  private final DirectPieces pieces = new DirectPieces();
  private final ArrayDeque<DirectHandle> closing = new ArrayDeque<>();
  private final Runnable endRound = this::endRound;
  // Where the last read has put its bytes, and where the next will: behind those that wait.
  private int start;
  private int next;
  private int round;
  private boolean handling;
  private boolean roundEnds;

  DirectLoop(IoEventLoop loop, Sweep sweep, Beginnings beginnings) {
    this.loop = loop;
    this.sweep = sweep;
    this.beginnings = beginnings;
  }

  Sweep sweep() {
    return sweep;
  }

  Beginnings beginnings() {
    return beginnings;
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

  /** The loop looks for events, and handles those there are. */
  void beginHandling() {
    handling = true;
  }

  /** The events that the loop has fetched are handled. */
  void endHandling() {
    handling = false;
    sendPieces();
    if (roundEnds) {
      try {
        endRound();
      } catch (RuntimeException | Error fault) {
        // It must not be the end of the loop; what is still to be closed is closed soon.
        log.error("fault at the end of a round of events", fault);
        afterRound();
      }
    }
  }

  /**
   * Reads into the buffer of the loop, where the bytes stay until the next read of any leg. The
   * system takes a socket's own call a little faster than that of any descriptor.
   *
   * @return how many there are, 0 if none has come, -1 if the stream has ended
   */
  int read(FileDescriptor socket) throws IOException {
    start = next;
    return socket instanceof Socket whole
        ? whole.recvAddress(address, start, start + READ_BYTES)
        : socket.readAddress(address, start, start + READ_BYTES);
  }

  /** Where the bytes of the last read begin in the buffer. */
  int start() {
    return start;
  }

  /** Sends bytes of the buffer; returns how many the system has taken. */
  int send(FileDescriptor socket, int from, int length) throws IOException {
    return socket instanceof Socket whole
        ? whole.sendAddress(address, from, from + length)
        : socket.writeAddress(address, from, from + length);
  }

  /** Bytes of the buffer; valid until the next read. */
  ByteBuffer bytes(int from, int length) {
    return buffer.clear().position(from).limit(from + length);
  }

  /**
   * Has what was read last wait until the events of the round are handled.
   *
   * @return whether it does; a long piece is to be sent now, and everything that waits is sent
   */
  boolean letWait(DirectOutput output, int length) {
    if (handling && pieces.add(output, start, length)) {
      next = start + length;
      return true;
    }
    sendPieces();
    return false;
  }

  /** Sends the small pieces that wait. What was read last stays where it is. */
  void sendPieces() {
    pieces.send();
    next = 0;
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
      if (!handling) {
        loop.execute(endRound);
      }
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
