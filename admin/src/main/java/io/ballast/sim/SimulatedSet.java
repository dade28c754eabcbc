package io.ballast.sim;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
import java.util.concurrent.atomic.AtomicLong;

/** One simulated set. All but the counters read from outside belongs to its event loop. */
final class SimulatedSet {
  private static final int MAX_LINE = 16_384;

  /** The spread of the pauses: about one in six is longer than e times the median. */
  private static final double PAUSE_SIGMA = 1;

  private final String id;
  private final Bootstrap bootstrap;
  private final EventLoop loop;
  private final SimulatedSets.Habits habits;
  private final SplittableRandom random;
  private Channel channel;
  private boolean closed;
  private long sequence;
  private volatile boolean connected;
  private final AtomicLong answered = new AtomicLong();

  SimulatedSet(
      String id, Bootstrap bootstrap, SimulatedSets.Habits habits, SplittableRandom random) {
    this.id = id;
    this.habits = habits;
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

  boolean connected() {
    return connected;
  }

  long answered() {
    return answered.get();
  }

  void start() {
    later(uniform(habits.reconnect()), this::connect);
  }

  void close() {
    loop.execute(
        () -> {
          closed = true;
          if (channel != null) {
            channel.close();
          }
        });
  }

  private void connect() {
    if (closed) {
      return;
    }
    ChannelFuture attempt = bootstrap.connect();
    channel = attempt.channel();
    attempt.addListener(
        done -> {
          if (!done.isSuccess()) {
            comeBack();
          }
        });
  }

  private void comeBack() {
    connected = false;
    channel = null;
    later(pause(), this::connect);
  }

  private void talk(Channel on) {
    if (channel != on || !on.isActive()) {
      return;
    }
    sequence++;
    on.writeAndFlush(line("MSG " + id + " " + sequence));
    later(uniform(habits.message().multipliedBy(2)), () -> talk(on));
  }

  private static ByteBuf line(String text) {
    return Unpooled.copiedBuffer(text + "\n", StandardCharsets.UTF_8);
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
    return Duration.ofNanos((long) (habits.reconnect().toNanos() * Math.exp(PAUSE_SIGMA * normal)));
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
      connected = true;
      context.writeAndFlush(line("HELLO " + id));
      talk(context.channel());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
      answered.incrementAndGet();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      comeBack();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
