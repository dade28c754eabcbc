package io.ballast.sim;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A server that answers each line with the line itself behind its own name, so that a client sees
 * where it was placed: {@code HELLO phone-7} is answered {@code na-1 HELLO phone-7}. It finishes
 * sending when its client has.
 */
public final class EchoBackend implements AutoCloseable {
  private static final int MAX_LINE = 8192;
  private static final int BACKLOG = 4096;

  private final String name;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel server;

  private EchoBackend(String name, InetSocketAddress bind, EventLoopGroup loops) {
    this.name = name;
    this.server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(new LineBasedFrameDecoder(MAX_LINE, false, true))
                        .addLast(new Answering());
                  }
                })
            .bind(bind)
            .syncUninterruptibly()
            .channel();
  }

  /**
   * Starts a backend.
   *
   * @param bind where it listens; port 0 for any free one
   * @param loops its connections run on these, which stay the caller's
   */
  public static EchoBackend start(String name, InetSocketAddress bind, EventLoopGroup loops) {
    return new EchoBackend(name, bind, loops);
  }

  /** The name it answers with. */
  public String name() {
    return name;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** How many connections it has. */
  public int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    server.close().syncUninterruptibly();
    connections.close().syncUninterruptibly();
  }

  /** Answers the lines of one connection, on its event loop. */
  private final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
      ByteBuf prefix = Unpooled.copiedBuffer(name + " ", StandardCharsets.UTF_8);
      context.write(Unpooled.wrappedBuffer(prefix, line.retain()));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      context.channel().config().setAutoRead(context.channel().isWritable());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ((SocketChannel) context.channel()).shutdownOutput();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
