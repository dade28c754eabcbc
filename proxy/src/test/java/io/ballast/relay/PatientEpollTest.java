package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Netty's epoll channels would get wrong for a relay, and do not get wrong here. */
final class PatientEpollTest {
  private static final int VOLUME = 2_000_000;

  private final AtomicLong received = new AtomicLong();
  private final AtomicBoolean ended = new AtomicBoolean();
  private EventLoopGroup group;

  @BeforeEach
  void start() {
    assumeThat(Epoll.isAvailable()).as("epoll is there").isTrue();
    group = new MultiThreadIoEventLoopGroup(1, PatientEpoll.newFactory(loop -> null));
  }

  @AfterEach
  void stop() {
    if (group != null) {
      group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  private final class Counter extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      received.addAndGet(bytes.readableBytes());
      bytes.release();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ended.set(true);
      }
    }
  }

  private Channel connect(TestServer server, boolean read) {
    return new Bootstrap()
        .group(group)
        .channel(EpollSocketChannel.class)
        .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .option(ChannelOption.AUTO_READ, read)
        .option(ChannelOption.SO_RCVBUF, 2 * VOLUME)
        .handler(new Counter())
        .connect(server.address())
        .syncUninterruptibly()
        .channel();
  }

  @Test
  void peersEndIsNotReadBeforeTheChannelIs() throws IOException {
    CountDownLatch sent = new CountDownLatch(1);
    try (TestServer server =
        new TestServer(
            peer -> {
              peer.send(new byte[VOLUME]).finish();
              sent.countDown();
              peer.end();
            })) {
      Channel channel = connect(server, false);
      await().until(() -> sent.getCount() == 0);
      await().during(Duration.ofMillis(300)).until(() -> received.get() == 0 && !ended.get());
      channel.config().setAutoRead(true);
      await().until(ended::get);
      assertThat(received.get()).isEqualTo(VOLUME);
      channel.close().syncUninterruptibly();
    }
  }

  @Test
  void channelWhosePeerHasEndedCanStillSendMoreThanTheSystemHolds() throws IOException {
    AtomicLong heard = new AtomicLong();
    CountDownLatch listen = new CountDownLatch(1);
    try (TestServer server =
        new TestServer(
            peer -> {
              peer.finish();
              listen.await();
              heard.set(peer.readAll().length);
            })) {
      Channel channel = connect(server, true);
      await().until(ended::get);
      channel.write(Unpooled.directBuffer().writeZero(10 * VOLUME));
      channel.flush();
      await().until(() -> !channel.isWritable());
      listen.countDown();
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).syncUninterruptibly();
      channel.close().syncUninterruptibly();
      await().until(() -> heard.get() == 10L * VOLUME);
    }
  }
}
