package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Messages at a fixed rate, whether or not earlier ones came back, over some connections in turn.
 * The time of each counts from when it was due, so that a stall is not hidden by the messages that
 * it holds up.
 */
final class SteadyLoad extends LoopLoad implements Timed {
  private static final long OVERDUE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final int connections;
  private final int size;
  private final double ratePerSecond;
  private final List<Talk> talks = new ArrayList<>();
  private final Histogram nanos = new Histogram(DIGITS);
  private long startNanos;
  private long due;
  private boolean recording;

  SteadyLoad(InetSocketAddress to, int connections, int size, double ratePerSecond) {
    super(to, 1);
    this.connections = connections;
    this.size = size;
    this.ratePerSecond = ratePerSecond;
  }

  @Override
  public void start() {
    List<ChannelFuture> opening = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Talk talk = new Talk(i);
      talks.add(talk);
      opening.add(connect(loop(0), talk));
    }
    opening.forEach(ChannelFuture::syncUninterruptibly);
    loop(0)
        .execute(
            () -> {
              startNanos = System.nanoTime();
              tick();
            });
  }

  @Override
  public void record() {
    loop(0).submit(() -> recording = true).syncUninterruptibly();
  }

  /** With those that are overdue, so that an answer that never comes is not left out. */
  @Override
  public Histogram times() {
    return loop(0).submit(this::timesNow).syncUninterruptibly().getNow();
  }

  private Histogram timesNow() {
    Histogram times = nanos.copy();
    if (!recording) {
      return times;
    }
    long now = System.nanoTime();
    for (Talk talk : talks) {
      talk.dueTimes.stream()
          .mapToLong(at -> now - at)
          .filter(waits -> waits > OVERDUE_NANOS)
          .forEach(times::recordValue);
    }
    return times;
  }

  private void tick() {
    if (isEnding()) {
      return;
    }
    long now = System.nanoTime();
    for (long at = dueAt(due); at <= now; at = dueAt(due)) {
      talks.get((int) (due % connections)).send(at);
      due++;
    }
    long pause = Math.max(0, dueAt(due) - System.nanoTime());
    var unused = loop(0).schedule(this::tick, pause, TimeUnit.NANOSECONDS);
  }

  private long dueAt(long message) {
    return startNanos + (long) (message * NANOS_PER_SECOND / ratePerSecond);
  }

  private final class Talk extends SimpleChannelInboundHandler<ByteBuf> {
    private final Messages messages;
    private final Queue<Long> dueTimes = new ArrayDeque<>();
    private Channel channel;
    private long answered;
    private int received;

    Talk(int connection) {
      messages = new Messages(connection, size);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      channel = context.channel();
    }

    void send(long dueNanos) {
      if (!channel.isActive()) {
        return;
      }
      ByteBuf message = channel.alloc().directBuffer(size);
      messages.write(messages.sent(), message);
      messages.sentOne();
      dueTimes.add(dueNanos);
      channel.writeAndFlush(message, channel.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      while (bytes.isReadable()) {
        int length = Math.min(size - received, bytes.readableBytes());
        if (answered >= messages.sent()
            || !messages.matches(answered, received, bytes, bytes.readerIndex(), length)) {
          wentWrong("message " + answered + " came back as another");
          context.close();
          return;
        }
        bytes.skipBytes(length);
        received += length;
        if (received == size) {
          answer();
        }
      }
    }

    private void answer() {
      received = 0;
      answered++;
      long took = System.nanoTime() - dueTimes.remove();
      if (recording) {
        nanos.recordValue(took);
      }
      did(1);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (!isEnding()) {
        wentWrong("connection closed after " + messages.sent() + " messages");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      wentWrong(cause.toString());
      context.close();
    }
  }
}
