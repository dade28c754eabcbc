package io.ballast.loadtest.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connections that are made at once, with a message each; done are those that were answered. They
 * are made by the thread that starts it, with sockets that are there before: event loops would take
 * longer to make them than a proxy may take to accept them. Confined to that thread.
 */
final class BurstLoad implements Load {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final byte LETTER = 'E';
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final InetSocketAddress to;
  private final long[] nanos;
  private final List<SocketChannel> channels = new ArrayList<>();
  private int done;
  private int wrong;
  private String firstWrong = "";

  /** One connection's message, and what has come back of it. */
  private static final class Exchange {
    private final ByteBuffer message = ByteBuffer.allocate(Long.BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(Long.BYTES);

    Exchange(int number) {
      message.putLong(number).put(0, LETTER).flip();
    }
  }

  BurstLoad(InetSocketAddress to, int connections) {
    this.to = to;
    this.nanos = new long[connections];
  }

  /** Returns once all are answered, or have failed, or a minute has passed. */
  @Override
  public void start() {
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < nanos.length; i++) {
        SocketChannel channel = SocketChannel.open();
        channels.add(channel);
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        channel.bind(Addresses.source(i));
      }
      long start = System.nanoTime();
      for (int i = 0; i < nanos.length; i++) {
        begin(channels.get(i), new Exchange(i), selector);
      }
      long deadline = start + LONGEST.toNanos();
      while (done + wrong < nanos.length && System.nanoTime() < deadline) {
        selector.select(key -> advance(key, start), LONGEST.toMillis());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("connections cannot be made", e);
    }
  }

  private void begin(SocketChannel channel, Exchange exchange, Selector selector) {
    try {
      channel.connect(to);
      channel.register(selector, SelectionKey.OP_CONNECT, exchange);
    } catch (IOException e) {
      failed(e);
    }
  }

  private void advance(SelectionKey key, long start) {
    SocketChannel channel = (SocketChannel) key.channel();
    Exchange exchange = (Exchange) key.attachment();
    try {
      if (key.isConnectable()) {
        channel.finishConnect();
        channel.write(exchange.message);
        key.interestOps(SelectionKey.OP_READ);
      } else if (channel.read(exchange.answer) < 0) {
        throw new IOException("a connection was closed without an answer");
      } else if (!exchange.answer.hasRemaining()) {
        key.cancel();
        exchange.answer.flip();
        exchange.message.rewind();
        if (!exchange.answer.equals(exchange.message)) {
          throw new IOException("an answer was not that to its message");
        }
        nanos[done++] = System.nanoTime() - start;
      }
    } catch (IOException e) {
      key.cancel();
      failed(e);
    }
  }

  private void failed(IOException cause) {
    if (wrong++ == 0) {
      firstWrong = cause.toString();
    }
  }

  /** Milliseconds until that share of the connections, above 0 and at most 1, was answered. */
  double millisUntil(double share) {
    int count = (int) Math.ceil(share * nanos.length);
    return count > done ? LONGEST.toMillis() : nanos[count - 1] / NANOS_PER_MILLI;
  }

  @Override
  public long done() {
    return done;
  }

  @Override
  public long wrong() {
    return wrong;
  }

  @Override
  public String firstWrong() {
    return firstWrong;
  }

  /** Resets them all, so that none keeps its port. */
  @Override
  public void close() {
    for (SocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException("a connection cannot be closed", e);
      }
    }
  }
}
