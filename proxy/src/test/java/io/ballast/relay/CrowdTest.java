package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Many connections at a time, and each has its turn. */
@EachTransport
final class CrowdTest {
  @Parameter LoopSettings.TransportChoice transport;

  private static final int BURST = 10_000;
  private static final int AT_ONCE = 2_000;
  private static final String STREAM = "S";
  private static final int CHATTY = 200;
  private static final int ROUNDS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private MultiThreadIoEventLoopGroup loop;
  private Channel server;

  /** Sends back what it gets. */
  @Sharable
  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  /** Asks with a byte, checks that it comes back, and again; then it closes. */
  private final class Asking extends ChannelInboundHandlerAdapter {
    private final InetSocketAddress to;
    private int asked;

    Asking(InetSocketAddress to) {
      this.to = to;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      ask(context);
    }

    private void ask(ChannelHandlerContext context) {
      context.writeAndFlush(context.alloc().buffer(1).writeByte(asked++));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (bytes.readableBytes() != 1 || bytes.readByte() != (byte) (asked - 1)) {
        wrong.incrementAndGet();
      }
      bytes.release();
      if (asked < rounds.get()) {
        ask(context);
      } else {
        answered.incrementAndGet();
        context.close();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      next(to);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      wrong.incrementAndGet();
      context.close();
    }
  }

  @BeforeEach
  void startServer() {
    loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    server =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childHandler(new Echo())
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  @AfterEach
  void endServer() {
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private int serverPort() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  private void next(InetSocketAddress to) {
    if (left.getAndDecrement() > 0) {
      new Bootstrap()
          .group(loop)
          .channel(NioSocketChannel.class)
          .handler(new Asking(to))
          .connect(to)
          .addListener(
              done -> {
                if (!done.isSuccess()) {
                  wrong.incrementAndGet();
                }
              });
    }
  }

  private void start(InetSocketAddress to, int connections, int atOnce, int roundsEach) {
    rounds.set(roundsEach);
    left.set(connections);
    for (int i = 0; i < atOnce; i++) {
      next(to);
    }
  }

  @Test
  void burstOfConnectionsIsServedToTheLast() throws Exception {
    try (Rig rig = Rig.with(transport).node("n1", serverPort()).start()) {
      start(rig.listener.address(), BURST, AT_ONCE, 1);
      await().atMost(PATIENCE).until(() -> answered.get() + wrong.get() >= BURST);
      assertThat(wrong).hasValue(0);
      rig.awaitEmpty();
      assertThat(rig.opened).hasSize(BURST);
    }
  }

  @Test
  void bulkStreamsDoNotStarveTheOthers() throws Exception {
    AtomicLong sent = new AtomicLong();
    byte[] piece = new byte[256 * 1024];
    try (TestServer both = new TestServer(peer -> streamOrEcho(peer, piece, sent));
        Rig rig = Rig.inFrontOf(transport, both);
        TestSocket one = rig.client().send(STREAM);
        TestSocket two = rig.client().send(STREAM)) {
      readWithoutEnd(one);
      readWithoutEnd(two);
      await().until(() -> sent.get() > 10L * piece.length);
      start(rig.listener.address(), CHATTY, CHATTY, ROUNDS);
      await().atMost(PATIENCE).until(() -> answered.get() + wrong.get() >= CHATTY);
      assertThat(wrong).hasValue(0);
      long before = sent.get();
      await().until(() -> sent.get() > before);
    }
  }

  private static void streamOrEcho(TestSocket peer, byte[] piece, AtomicLong sent)
      throws IOException {
    byte[] first = peer.read(1);
    while (first[0] == STREAM.charAt(0)) {
      peer.send(piece);
      sent.addAndGet(piece.length);
    }
    peer.send(first);
    for (int rest = 1; rest < ROUNDS; rest++) {
      peer.send(peer.read(1));
    }
    peer.end();
  }

  private static void readWithoutEnd(TestSocket socket) {
    Thread reader =
        new Thread(
            () -> {
              byte[] buffer = new byte[64 * 1024];
              try {
                while (socket.read(buffer) >= 0) {
                  // What it is does not matter here.
                }
              } catch (IOException over) {
                // The test is over.
              }
            });
    reader.setDaemon(true);
    reader.start();
  }
}
