package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A socket on an event loop, without a channel: from its registration until it is closed. Belongs
 * to its event loop.
 */
abstract class DirectHandle implements EpollIoHandle {
  static final int IN = EpollIoOps.EPOLLIN.value();
  static final int OUT = EpollIoOps.EPOLLOUT.value();

  /** An urgent mark is in the stream; Netty has no name for it, but hands it on. */
  static final int URGENT = 0x2;

  /** The connection is broken, and the system can tell by what. */
  static final int BROKEN = EpollIoOps.EPOLLERR.value();

  /** Nothing goes either way any more; Netty has no name for it, but hands it on. */
  static final int HANG_UP = 0x10;

  /** Nothing comes after what has come already. */
  static final int OVER = EpollIoOps.EPOLLRDHUP.value() | HANG_UP | BROKEN;

  private FileDescriptor descriptor;
  private IoRegistration registration;
  private EpollIoOps watched;
  private int registeredIn;
  private boolean closed;
  private boolean gone;

  /**
   * @param descriptor the socket's number is enough for one that is only read, written and closed:
   *     making a {@link Socket} costs a system call
   */
  DirectHandle(FileDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** The loop that it belongs to. */
  abstract DirectLoop loop();

  /** The socket, for what is seldom done to one. */
  final Socket socket() {
    becomeSocket();
    return (Socket) descriptor;
  }

  /** Makes the socket of its number, which is worth that for one that is used for long. */
  final void becomeSocket() {
    assert !gone;
    if (!(descriptor instanceof Socket)) {
      descriptor = new Socket(descriptor.intValue());
    }
  }

  @Override
  public final FileDescriptor fd() {
    return descriptor;
  }

  /**
   * Makes the loop watch the socket.
   *
   * @throws ChannelException if the system cannot watch one more
   * @throws IllegalStateException if the loop has ended
   */
  final void register(EpollIoOps ops) {
    registration = loop().register(this);
    registeredIn = loop().round();
    try {
      watch(ops);
    } catch (ChannelException e) {
      registration.cancel();
      throw e;
    }
  }

  /** Changes what the loop watches; what is there already is told again. */
  final void watch(EpollIoOps ops) {
    watched = ops;
    try {
      registration.submit(ops);
    } catch (UncheckedIOException e) {
      throw new ChannelException("an event loop cannot watch a socket", e);
    }
  }

  @Override
  public final void handle(IoRegistration source, IoEvent event) {
    if (closed) {
      return;
    }
    try {
      if (registeredIn == loop().round()) {
        // It may be of the socket that had this one's number before; what is true is told again.
        watch(watched);
      } else {
        ready(((EpollIoEvent) event).ops().value());
      }
    } catch (RuntimeException fault) {
      fault(fault);
    }
  }

  /** Runs what may fail by a fault of the proxy's own, which must not harm the loop. */
  final void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      fault(fault);
    }
  }

  /** Something has happened to the socket: {@link #IN}, {@link #OUT}, {@link #OVER}. */
  abstract void ready(int ops);

  /** Handling an event has failed by a fault of the proxy's own. */
  abstract void fault(RuntimeException cause);

  /** Lets go of what the handle holds: it is closed, or will be in a moment. */
  abstract void released();

  /** The socket is closed. */
  abstract void gone();

  public final boolean isOpen() {
    return !closed;
  }

  /**
   * Has the loop watch the socket no more. Closing it does that too, unless it has another
   * descriptor, here or in another process.
   */
  final void unwatch() {
    if (registration != null) {
      registration.cancel();
    }
  }

  /** Closes the socket once the events that the loop has fetched are handled. */
  final void shut() {
    if (!closed) {
      closed = true;
      released();
      loop().close(this);
    }
  }

  /** Closes the socket. */
  final void closeNow() {
    if (gone) {
      return;
    }
    gone = true;
    try {
      descriptor.close();
    } catch (IOException e) {
      // There is no socket any more, which is all that was wanted.
    }
    if (registration != null) {
      registration.cancel();
    }
    guarded(this::gone);
  }

  /** The loop ends. */
  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      released();
    }
    closeNow();
  }
}
