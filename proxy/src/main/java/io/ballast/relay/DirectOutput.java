package io.ballast.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NotYetConnectedException;

/**
 * The sending half of a leg: what the system does not take at once is queued here, and sent when
 * there is room: first what is in a pipe, which was the first to come, then the rest. Belongs to
 * the session's event loop.
 */
abstract class DirectOutput extends DirectHandle {
  private static final EpollIoOps READ =
      EpollIoOps.EPOLLIN
          .with(EpollIoOps.EPOLLRDHUP)
          .with(EpollIoOps.EPOLLET)
          .with(EpollIoOps.valueOf(URGENT));
  private static final EpollIoOps READ_AND_SEND = READ.with(EpollIoOps.EPOLLOUT);

  /**
   * What fits into one segment of nearly any connection: 536 bytes without the most that options
   * take (RFC 9293, 3.7.1 and 3.1). Elsewhere its end waits for one acknowledgement.
   */
  private static final int LEAST_SEGMENT = 496;

  // What is still to be sent first, or null.
  private DirectPipe pipe;
  // What is still to be sent then, or null.
  private ByteBuf unsent;
  // Why nothing can be sent any more, or null.
  private Exception failure;
  private boolean awaitsRoom;
  private boolean finishing;
  // Whether the system may keep a piece until what went before it is acknowledged.
  private boolean keepsBack;
  private boolean begun;
  // Whether a piece waits in the loop's buffer until the round ends.
  private boolean waits;

  /**
   * @param keepsBack whether the socket has not been told to send everything at once
   */
  DirectOutput(FileDescriptor descriptor, boolean keepsBack) {
    super(descriptor);
    this.keepsBack = keepsBack;
  }

  /** Everything that was queued is sent. */
  abstract void room();

  /** Nothing can be sent any more. Told once. */
  abstract void sendingFailed();

  /** Whether a failure to send still matters. */
  abstract boolean sends();

  /** Ends the stream now. */
  abstract void shutdownOutput();

  /** What the loop is to watch. */
  final EpollIoOps interest() {
    return awaitsRoom ? READ_AND_SEND : READ;
  }

  /** Registers, and is told when there is room. */
  final void registerForRoom() {
    awaitsRoom = true;
    register(READ_AND_SEND);
  }

  private void awaitRoom() {
    if (!awaitsRoom) {
      awaitsRoom = true;
      watch(READ_AND_SEND);
    }
  }

  /** Why nothing can be sent any more, or null. */
  final Exception failure() {
    return failure;
  }

  /** Whether bytes are still to be sent to this side. */
  public final boolean queued() {
    return pipe != null || unsent != null;
  }

  /**
   * What is sent next is sent at once. A first piece that is not divided is that anyway, and many a
   * short connection has no other: the option costs a system call.
   */
  private void keepNothingBack(int length) {
    if (keepsBack && (begun || length > LEAST_SEGMENT)) {
      keepsBack = false;
      DirectSockets.sendAtOnce(socket());
    }
    begun = true;
  }

  /** Sends what was read last to this side, at once or when the events of the round are handled. */
  final void send(int length) {
    sendWaiting();
    if (isOpen() && failure == null) {
      waits = !queued() && loop().letWait(this, length);
      if (!waits) {
        sendPiece(loop().start(), length);
      }
    }
  }

  /** Sends bytes of the loop's buffer to this side. */
  final void sendPiece(int start, int length) {
    waits = false;
    if (!isOpen() || failure != null) {
      return;
    }
    int sent = 0;
    if (!queued()) {
      keepNothingBack(length);
      try {
        sent = loop().send(fd(), start, length);
      } catch (IOException | NotYetConnectedException e) {
        failed(e);
        return;
      }
    }
    if (sent < length) {
      queue(loop().bytes(start + sent, length - sent));
      awaitRoom();
    }
  }

  /** Sends a piece that waits, before what comes after it. */
  final void sendWaiting() {
    if (waits) {
      loop().sendPieces();
    }
  }

  /**
   * Sends what the other leg has received, without reading it; nothing must be queued.
   *
   * @return how many bytes; 0 if this cannot be done now, and they must be read
   * @throws IOException if the other leg is broken
   */
  final int splice(FileDescriptor from) throws IOException {
    // No piece is to wait for as long as this takes.
    loop().sendPieces();
    DirectPipe lent = isOpen() && failure == null && !queued() ? loop().pipes().lend() : null;
    if (lent == null) {
      return 0;
    }
    int length = 0;
    try {
      length = lent.fill(from);
    } catch (IOException e) {
      if (!SocketErrors.notAllowed(e)) {
        throw e;
      }
      loop().pipes().refuse(e);
    } finally {
      if (length == 0) {
        loop().pipes().takeBack(lent);
      }
    }
    if (length > 0) {
      pipe = lent;
      sendPiped();
    }
    return length;
  }

  /** Sends what is in the pipe, as far as the system takes it. */
  private void sendPiped() {
    keepNothingBack(Integer.MAX_VALUE);
    try {
      pipe.drain(fd());
    } catch (IOException | NotYetConnectedException e) {
      failed(e);
      return;
    }
    if (pipe.isEmpty()) {
      givePipeBack();
    } else {
      awaitRoom();
    }
  }

  private void givePipeBack() {
    loop().pipes().takeBack(pipe);
    pipe = null;
  }

  private void queue(ByteBuffer bytes) {
    if (unsent == null) {
      unsent = ByteBufAllocator.DEFAULT.directBuffer(bytes.remaining());
    }
    unsent.writeBytes(bytes);
  }

  /** Sends bytes of the proxy's own to this side, after everything before. */
  final void send(ByteBuffer bytes) {
    sendWaiting();
    if (isOpen() && failure == null) {
      boolean idle = !queued();
      queue(bytes);
      if (idle) {
        sendQueued();
      }
    }
  }

  /**
   * Sends what comes before everything else, as one.
   *
   * @param header may be empty
   * @param held what follows it, or null; it is taken over
   */
  final void sendFirst(byte[] header, ByteBuf held) {
    unsent = held;
    if (header.length > 0) {
      int more = held == null ? 0 : held.readableBytes();
      unsent = ByteBufAllocator.DEFAULT.directBuffer(header.length + more).writeBytes(header);
      if (held != null) {
        unsent.writeBytes(held);
        held.release();
      }
    }
    sendQueued();
  }

  /** Sends what is queued, as far as the system takes it. */
  private void sendQueued() {
    if (pipe != null) {
      sendPiped();
    }
    if (pipe == null && failure == null) {
      sendUnsent();
    }
  }

  private void sendUnsent() {
    int length = unsent == null ? 0 : unsent.readableBytes();
    if (length == 0) {
      releaseUnsent();
      return;
    }
    keepNothingBack(length);
    try {
      int sent = fd().write(unsent.nioBuffer(), 0, length);
      if (sent < length) {
        unsent.skipBytes(sent);
        awaitRoom();
      } else {
        releaseUnsent();
      }
    } catch (IOException | NotYetConnectedException e) {
      failed(e);
    }
  }

  /** The system takes more: when everything is sent, the other leg is read again. */
  final void flush() {
    if (waits || queued()) {
      loop().sendPieces();
    }
    sendQueued();
    if (!queued()) {
      if (finishing && failure == null) {
        finishing = false;
        shutdownOutput();
      }
      room();
    }
  }

  /** Ends the stream to this side after what is queued. */
  final void finish() {
    sendWaiting();
    finishing = true;
    if (!queued() && isOpen() && failure == null) {
      finishing = false;
      shutdownOutput();
    }
  }

  /** Sending has failed. */
  final void failed(Exception cause) {
    released();
    if (failure == null && sends()) {
      failure = cause;
      sendingFailed();
    }
  }

  @Override
  final void released() {
    if (pipe != null) {
      givePipeBack();
    }
    releaseUnsent();
  }

  private void releaseUnsent() {
    if (unsent != null) {
      unsent.release();
      unsent = null;
    }
  }
}
