package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees whether an address takes a connection, as a bare socket: a channel is made of so many parts
 * that a few a second show in the processor time of a busy proxy. Belongs to its event loop.
 */
final class DirectConnectTest extends DirectHandle {
  private static final Logger log = LoggerFactory.getLogger(DirectConnectTest.class);
  private static final EpollIoOps CONNECTED = EpollIoOps.EPOLLOUT.with(EpollIoOps.EPOLLET);

  private final DirectLoop loop;
  private final Consumer<Throwable> whenDone;
  private Future<?> deadline;

  private DirectConnectTest(Socket socket, DirectLoop loop, Consumer<Throwable> whenDone) {
    super(socket);
    this.loop = loop;
    this.whenDone = whenDone;
  }

  /**
   * Starts one on a loop.
   *
   * @param whenDone is told null when the connection was taken, otherwise why not; nothing when the
   *     loop ends before that
   * @throws java.util.concurrent.RejectedExecutionException if the loop has ended
   */
  static void start(
      DirectLoop loop, InetSocketAddress address, Duration timeout, Consumer<Throwable> whenDone) {
    loop.executor().execute(() -> begin(loop, address, timeout, whenDone));
  }

  private static void begin(
      DirectLoop loop, InetSocketAddress address, Duration timeout, Consumer<Throwable> whenDone) {
    Socket socket;
    try {
      socket = DirectSockets.stream(address);
    } catch (ChannelException e) {
      whenDone.accept(e);
      return;
    }
    new DirectConnectTest(socket, loop, whenDone).connect(address, timeout);
  }

  private void connect(InetSocketAddress address, Duration timeout) {
    boolean connected;
    try {
      connected = socket().connect(address);
      if (!connected) {
        await(address, timeout);
      }
    } catch (IOException | ChannelException e) {
      done(e);
      return;
    } catch (RuntimeException e) {
      fault(e);
      return;
    }
    if (connected) {
      done(null);
    }
  }

  private void await(InetSocketAddress address, Duration timeout) {
    register(CONNECTED);
    deadline =
        loop.executor()
            .schedule(
                () -> done(new ConnectTimeoutException("no answer from " + address)),
                timeout.toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  DirectLoop loop() {
    return loop;
  }

  @Override
  void ready(int ops) {
    try {
      if (!socket().finishConnect()) {
        return;
      }
    } catch (IOException e) {
      done(e);
      return;
    }
    done(null);
  }

  private void done(Throwable cause) {
    if (isOpen()) {
      shut();
      whenDone.accept(cause);
    }
  }

  /** It says nothing of the address. */
  @Override
  void fault(RuntimeException cause) {
    log.error("fault in a connect test", cause);
    done(new ChannelException(cause));
  }

  @Override
  void released() {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  @Override
  void gone() {
    // Whoever asked has been told.
  }
}
