package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Netty's epoll handler with the interest of its channels corrected in two ways that a relay needs.
 * Handles that are no channels are left alone; while there are only such, their loop is told when
 * the events of a round are handled. Connections that are to begin do so after the events, and
 * while some are left a round does not wait for any. Belongs to its event loop.
 *
 * <p>A channel is never told early that its peer has sent everything ({@code EPOLLRDHUP}): Netty
 * would then read on to the end whether the channel is to be read or not, and a slow peer would
 * fill the memory. The end is seen when it is read.
 *
 * <p>A channel that waits for nothing stays registered, edge-triggered, for errors alone. Netty
 * takes such a channel out of the epoll set, and its next change of interest fails because the
 * channel is not there any more: a client that has ended its stream would lose the rest of a long
 * answer.
 */
final class PatientEpoll implements IoHandler {
  private final IoHandler handler;
  private final Supplier<DirectLoop> loop;
  // Null before the loop runs, and if it has no bare sockets.
  private DirectLoop direct;
  private int channels;

  private PatientEpoll(IoHandler handler, Supplier<DirectLoop> loop) {
    this.handler = handler;
    this.loop = loop;
  }

  /**
   * @param directLoops what an event loop's bare sockets share, asked for when the loop begins to
   *     run; null if it has no such
   */
  static IoHandlerFactory newFactory(Function<ThreadAwareExecutor, DirectLoop> directLoops) {
    IoHandlerFactory factory = EpollIoHandler.newFactory();
    return new IoHandlerFactory() {
      @Override
      public IoHandler newHandler(ThreadAwareExecutor executor) {
        return new PatientEpoll(factory.newHandler(executor), () -> directLoops.apply(executor));
      }

      @Override
      public boolean isChangingThreadSupported() {
        return factory.isChangingThreadSupported();
      }
    };
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    IoRegistration registration = handler.register(handle);
    if (handle instanceof Channel.Unsafe) {
      channels++;
      return new Interest(registration);
    }
    return registration;
  }

  private final class Interest implements IoRegistration {
    private final IoRegistration registration;

    private Interest(IoRegistration registration) {
      this.registration = registration;
    }

    @Override
    public long submit(IoOps ops) {
      EpollIoOps wanted = ((EpollIoOps) ops).without(EpollIoOps.EPOLLRDHUP);
      return registration.submit(
          wanted.value() == EpollIoOps.NONE.value() ? EpollIoOps.EPOLLET : wanted);
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // as Netty has it
    public <T> T attachment() {
      return registration.attachment();
    }

    @Override
    public boolean isValid() {
      return registration.isValid();
    }

    @Override
    public boolean cancel() {
      boolean cancelled = registration.cancel();
      if (cancelled) {
        channels--;
      }
      return cancelled;
    }
  }

  @Override
  public void initialize() {
    direct = loop.get();
    handler.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    if (direct == null) {
      return handler.run(context);
    }
    // What a channel does with an event may take long: TLS does.
    boolean alone = channels == 0;
    if (alone) {
      direct.beginHandling();
    }
    try {
      return handler.run(direct.beginnings().isPending() ? new AtOnce(context) : context);
    } finally {
      if (alone) {
        direct.endHandling();
      }
      direct.beginnings().endRound();
    }
  }

  /** For a round that does not wait for events, since there is something to do without. */
  private record AtOnce(IoHandlerContext context) implements IoHandlerContext {
    @Override
    public boolean canBlock() {
      return false;
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
      return context.delayNanos(currentTimeNanos);
    }

    @Override
    public long deadlineNanos() {
      return context.deadlineNanos();
    }

    @Override
    public void reportActiveIoTime(long activeNanos) {
      context.reportActiveIoTime(activeNanos);
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return context.shouldReportActiveIoTime();
    }
  }

  @Override
  public void prepareToDestroy() {
    if (direct != null) {
      direct.beginnings().end();
    }
    handler.prepareToDestroy();
  }

  @Override
  public void destroy() {
    handler.destroy();
  }

  @Override
  public void wakeup() {
    handler.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return handler.isCompatible(handleType);
  }
}
