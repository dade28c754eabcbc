package io.ballast.sim;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One simulated set. Belongs to its event loop. */
final class SimulatedSet {
  private static final int MAX_LINE = 16_384;

  /** A set does not pile up more requests than this. */
  private static final int LEAST_WAITING = 64;

  private static final int MAX_DOUBLINGS = 5;

  /** The spread of the pauses: about one in six is longer than e times the median. */
  private static final double PAUSE_SIGMA = 1;

  private final int index;
  private final Conversation conversation;
  private final Bootstrap bootstrap;
  private final EventLoop loop;
  private final Habits habits;
  private final SetObserver observer;
  private final SplittableRandom random;
  private Channel channel;
  private Ending ending = Ending.REFUSED;
  private boolean silent;
  private boolean closed;
  private int failures;
  private long waitingSinceNanos;

  SimulatedSet(
      int index,
      String id,
      Bootstrap bootstrap,
      Habits habits,
      SetObserver observer,
      SplittableRandom random) {
    this.index = index;
    this.conversation = new Conversation(id, habits.padding());
    this.habits = habits;
    this.observer = observer;
    this.random = random;
    this.loop = (EventLoop) bootstrap.config().group();
    this.bootstrap =
        bootstrap.handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel child) {
                child.pipeline().addLast(new LineBasedFrameDecoder(MAX_LINE)).addLast(new Lines());
              }
            });
  }

  void start() {
    later(uniform(habits.arrival()), this::connect);
  }

  /** Asks nothing new from now on. */
  void fallSilent() {
    loop.execute(() -> silent = true);
  }

  /** Ends the connection, and the set with it; the future is done when both have ended. */
  Future<?> close() {
    return loop.submit(
        () -> {
          closed = true;
          if (channel != null) {
            channel.close();
            ending = Ending.STOPPED;
            ended();
          }
        });
  }

  private void connect() {
    if (closed) {
      return;
    }
    observer.connecting(index);
    ending = Ending.REFUSED;
    ChannelFuture attempt = bootstrap.connect();
    channel = attempt.channel();
    attempt.addListener(
        done -> {
          if (!done.isSuccess() && channel == attempt.channel()) {
            ended();
          }
        });
  }

  private void ended() {
    int lost = conversation.end();
    observer.ended(index, ending, conversation.unanswered(), lost);
    channel = null;
    if (closed) {
      return;
    }
    if (ending != Ending.REFUSED && random.nextDouble() < habits.neverReturn()) {
      closed = true;
      observer.left(index, conversation.unanswered());
      return;
    }
    later(pause(), this::connect);
    failures++;
  }

  private void talk(Channel on) {
    if (channel != on || !on.isActive()) {
      return;
    }
    if (conversation.waiting() > 0 && waitedTooLong()) {
      ending = Ending.UNANSWERED;
      on.close();
      return;
    }
    for (int i = 0; i < habits.burst() && !silent; i++) {
      ask(on);
    }
    on.flush();
    later(uniform(habits.message().multipliedBy(2)), () -> talk(on));
  }

  private void ask(Channel on) {
    int waiting = conversation.waiting();
    if (waiting >= mostWaiting()) {
      return;
    }
    if (waiting == 0) {
      waitingSinceNanos = System.nanoTime();
    }
    observer.asked(index, conversation.repeats());
    on.write(line(conversation.next()));
  }

  private int mostWaiting() {
    return Math.max(LEAST_WAITING, habits.burst());
  }

  private boolean waitedTooLong() {
    return System.nanoTime() - waitingSinceNanos > habits.patience().toNanos();
  }

  private static ByteBuf line(String text) {
    return ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, text + "\n");
  }

  private Duration uniform(Duration below) {
    return Duration.ofNanos(random.nextLong(below.toNanos() + 1));
  }

  /** Lognormal around the median; from the sum of uniforms, which is close enough to normal. */
  private Duration pause() {
    double normal = -6;
    for (int i = 0; i < 12; i++) {
      normal += random.nextDouble();
    }
    double median =
        habits.reconnect().toNanos() * Math.scalb(1.0, Math.min(failures, MAX_DOUBLINGS));
    return Duration.ofNanos((long) (median * Math.exp(PAUSE_SIGMA * normal)));
  }

  private void later(Duration delay, Runnable action) {
    if (!loop.isShuttingDown()) {
      Future<?> unused = loop.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** The connection's events. */
  private final class Lines extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      ending = Ending.CLOSED;
      context.write(line(conversation.hello()));
      while (conversation.repeats() && conversation.waiting() < mostWaiting()) {
        ask(context.channel());
      }
      talk(context.channel());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
      waitingSinceNanos = System.nanoTime();
      failures = 0;
      Reply reply = conversation.hear(line.toString(StandardCharsets.UTF_8));
      observer.heard(index, conversation.node(), reply);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (channel == context.channel()) {
        ended();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (ending == Ending.CLOSED) {
        ending = Ending.RESET;
      }
      context.close();
    }
  }
}
