package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connect test by a channel tells the failure as the channel has it. */
class FailingChannelTest {
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterEach
  void endLoops() {
    loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private Throwable told(ChannelFactory<Channel> channels) throws InterruptedException {
    BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
    InetSocketAddress somewhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    ChannelConnectTest.start(loops, channels, somewhere, Duration.ofSeconds(5), told::add);
    return told.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void noDescriptor() throws InterruptedException {
    ChannelException failure =
        new ChannelException("Failed to open a socket.", new IOException("EMFILE"));
    assertThat(
            told(
                () -> {
                  throw failure;
                }))
        .isInstanceOf(ChannelException.class)
        .hasRootCauseMessage("EMFILE");
  }

  @Test
  void noLocalPort() throws InterruptedException {
    BindException failure = new BindException("Cannot assign requested address");
    assertThat(
            told(
                () ->
                    new NioSocketChannel() {
                      @Override
                      protected boolean doConnect(SocketAddress remote, SocketAddress local)
                          throws IOException {
                        throw failure;
                      }
                    }))
        .hasRootCause(failure);
  }
}
