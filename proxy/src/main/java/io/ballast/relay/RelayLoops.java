package io.ballast.relay;

import io.ballast.session.CloseReason;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops that carry sessions, with the transport chosen at the start. One for a process is
 * enough: sessions are numbered here. Every method may be called from any thread.
 */
public final class RelayLoops implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RelayLoops.class);
  private static final long QUIET_MILLIS = 0;
  private static final long PATIENCE_SECONDS = 5;

  private final Transport transport;
  private final EventLoopGroup group;
  private final boolean direct;
  private final CongestionChoice congestion;
  private final DescriptorBudget budget;
  private final Map<EventExecutor, Sweep> sweeps = new HashMap<>();
  private final Map<EventExecutor, DirectLoop> directLoops = new HashMap<>();
  private final AtomicLong sessionIds = new AtomicLong();
  private final String processToken = "%016x".formatted(new SecureRandom().nextLong());

  /** Starts the loops, and says in the log which transport they use. */
  public RelayLoops(LoopSettings settings) {
    boolean epoll = epoll(settings.transport());
    this.transport = epoll ? new EpollTransport(loop -> directLoops.get(loop)) : new NioTransport();
    this.direct = epoll && settings.transport() != LoopSettings.TransportChoice.EPOLL_CHANNEL;
    this.congestion = epoll ? CongestionChoice.ofSystem() : CongestionChoice.NONE;
    int threads = settings.count();
    this.group =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("ballast-loop"), transport.ioHandlers());
    this.budget = DescriptorBudget.ofProcess(threads);
    for (EventExecutor loop : group) {
      Sweep sweep = new Sweep((EventLoop) loop, budget);
      sweeps.put(loop, sweep);
      if (direct) {
        directLoops.put(loop, new DirectLoop((IoEventLoop) loop, sweep, new Beginnings(budget)));
      }
    }
    log.info("event loops: {} with transport {}", threads, transportWord());
  }

  private static boolean epoll(LoopSettings.TransportChoice choice) {
    return switch (choice) {
      case AUTO -> Epoll.isAvailable();
      case EPOLL, EPOLL_CHANNEL -> {
        if (!Epoll.isAvailable()) {
          throw new IllegalArgumentException(
              "transport = "
                  + choice.word()
                  + ": this system has no epoll that can be used ("
                  + Epoll.unavailabilityCause().getMessage()
                  + "); choose auto or nio");
        }
        yield true;
      }
      case NIO -> false;
    };
  }

  /** Measures from now on how late each loop is. */
  public void observe(LoopObserver observer) {
    if (observer != LoopObserver.NONE) {
      group.forEach(loop -> LoopDelay.measure((EventLoop) loop, observer));
    }
  }

  /** The loops themselves. */
  public EventLoopGroup group() {
    return group;
  }

  /**
   * Connects somewhere to see whether the connection is taken, and closes it without a byte.
   *
   * @param timeout how long the connection may take, above zero
   * @param whenDone is told once, on any thread: null when the connection was taken; otherwise why
   *     not, which is a {@link io.netty.channel.ConnectTimeoutException} when there was no answer
   *     in time, and a {@link io.netty.channel.ChannelException} when no socket could be made
   */
  public void testConnect(
      InetSocketAddress address, Duration timeout, Consumer<Throwable> whenDone) {
    if (direct) {
      DirectConnectTest.start(nextDirect(), address, timeout, whenDone);
    } else {
      ChannelConnectTest.start(group, transport::newChannel, address, timeout, whenDone);
    }
  }

  /** The word for the transport: {@code epoll}, {@code epoll-channel} or {@code nio}. */
  public String transportWord() {
    return direct ? LoopSettings.TransportChoice.EPOLL.word() : transport.word();
  }

  /** Whether sessions are carried by bare sockets where no leg needs a channel. */
  boolean direct() {
    return direct;
  }

  DirectLoop nextDirect() {
    return directLoops.get(group.next());
  }

  /** How many connections there are descriptors for. */
  DescriptorBudget budget() {
    return budget;
  }

  /** Which congestion control sockets are given, by what the system had at the start. */
  CongestionChoice congestion() {
    return congestion;
  }

  Transport transport() {
    return transport;
  }

  EventLoop next() {
    return group.next();
  }

  Sweep sweepOf(EventLoop loop) {
    return sweeps.get(loop);
  }

  /** A random word that tells this process's sessions from those of others. */
  String processToken() {
    return processToken;
  }

  long nextSessionId() {
    return sessionIds.incrementAndGet();
  }

  /** Ends every session and every connection that is not one yet, at once. */
  public void abort(CloseReason reason) {
    directLoops.forEach((loop, direct) -> loop.execute(() -> direct.beginnings().turnAway(reason)));
    sweeps.forEach(
        (loop, sweep) ->
            loop.execute(() -> sweep.forEach(entry -> ((SessionMachine) entry).abort(reason))));
  }

  /** Ends every session, then the loops; returns when they have ended. */
  @Override
  public void close() {
    if (!group.isShuttingDown()) {
      abort(CloseReason.SHUTDOWN);
    }
    Future<?> ended = group.shutdownGracefully(QUIET_MILLIS, PATIENCE_SECONDS, TimeUnit.SECONDS);
    ended.awaitUninterruptibly();
    if (ended.isSuccess()) {
      directLoops.values().forEach(loop -> loop.pipes().close());
    }
  }
}
