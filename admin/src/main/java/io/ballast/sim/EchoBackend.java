package io.ballast.sim;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
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
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A server that answers each line with the line itself behind its own name, so that a client sees
 * where it was placed: {@code HELLO phone-7} is answered {@code na-1 HELLO phone-7}. It finishes
 * sending when its client has. It can be made to crash and to come back. Its methods may be called
 * from any thread but its event loops.
 */
public final class EchoBackend implements AutoCloseable {
  private static final int MAX_LINE = 16_384;
  private static final int BACKLOG = 4096;

  /** What fills the queue of a listener with the smallest backlog, and some more. */
  private static final int FILLERS = 4;

  private static final int REBINDS = 1000;

  private final String name;
  private final EventLoopGroup loops;
  private final RequestObserver observer;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup fillers = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final InetSocketAddress address;
  private Channel server;
  private volatile boolean up = true;

  private EchoBackend(
      String name, InetSocketAddress bind, EventLoopGroup loops, RequestObserver observer) {
    this.name = name;
    this.loops = loops;
    this.observer = observer;
    this.server = listener(BACKLOG).bind(bind).syncUninterruptibly().channel();
    this.address = (InetSocketAddress) server.localAddress();
  }

  /**
   * Starts a backend.
   *
   * @param bind where it listens; port 0 for any free one
   * @param loops its connections run on these, which stay the caller's
   */
  public static EchoBackend start(String name, InetSocketAddress bind, EventLoopGroup loops) {
    return start(name, bind, loops, RequestObserver.NONE);
  }

  /**
   * Starts a backend that tells which requests it served.
   *
   * @param bind where it listens; port 0 for any free one
   * @param loops its connections run on these, which stay the caller's
   */
  public static EchoBackend start(
      String name, InetSocketAddress bind, EventLoopGroup loops, RequestObserver observer) {
    return new EchoBackend(name, bind, loops, observer);
  }

  private ServerBootstrap listener(int backlog) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.SO_BACKLOG, backlog)
        .option(ChannelOption.AUTO_READ, up)
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                connections.add(channel);
                if (!up) {
                  reset(channel);
                }
                channel
                    .pipeline()
                    .addLast(new LineBasedFrameDecoder(MAX_LINE, false, true))
                    .addLast(new Answering());
              }
            });
  }

  /** Listens again, once the event loop has let go of the old listener, soon after its close. */
  private Channel listenAgain(int backlog) {
    ServerBootstrap listener = listener(backlog);
    ChannelFuture bound = listener.bind(address).awaitUninterruptibly();
    for (int i = 0; i < REBINDS && bound.cause() instanceof BindException; i++) {
      bound = listener.bind(address).awaitUninterruptibly();
    }
    return bound.syncUninterruptibly().channel();
  }

  /** The name it answers with. */
  public String name() {
    return name;
  }

  /** Where it listens, or did before it crashed. */
  public InetSocketAddress address() {
    return address;
  }

  /** How many connections it has. */
  public int connections() {
    return connections.size();
  }

  /**
   * Takes the backend down.
   *
   * @throws IllegalStateException when it is down
   */
  public synchronized void crash(Crash how) {
    if (!up) {
      throw new IllegalStateException(name + " is down: revive it first");
    }
    up = false;
    server.close().syncUninterruptibly();
    switch (how) {
      case RESET -> connections.forEach(EchoBackend::reset);
      case HANG -> {
        connections.forEach(connection -> connection.config().setAutoRead(false));
        server = listenAgain(1);
        fillQueue();
      }
    }
  }

  /** Has the system drop what else tries to connect, as it does when the queue is full. */
  private void fillQueue() {
    Bootstrap filling =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    fillers.add(channel);
                  }
                });
    for (int i = 0; i < FILLERS; i++) {
      filling.connect(address);
    }
  }

  private static void reset(Channel connection) {
    connection.config().setOption(ChannelOption.SO_LINGER, 0);
    connection.close();
  }

  /**
   * Brings the backend back at the same address, without the connections that it had.
   *
   * @throws IllegalStateException when it is up
   */
  public synchronized void revive() {
    if (up) {
      throw new IllegalStateException(name + " is up");
    }
    server.close().syncUninterruptibly();
    fillers.close().syncUninterruptibly();
    connections.forEach(EchoBackend::reset);
    up = true;
    server = listenAgain(BACKLOG);
  }

  @Override
  public synchronized void close() {
    server.close().syncUninterruptibly();
    fillers.close().syncUninterruptibly();
    connections.close().syncUninterruptibly();
  }

  /** Answers the lines of one connection, on its event loop. */
  private final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
      if (!up) {
        return;
      }
      observer.served(name, text(line));
      ByteBuf prefix = Unpooled.copiedBuffer(name + " ", StandardCharsets.UTF_8);
      context.write(Unpooled.wrappedBuffer(prefix, line.retain()));
    }

    private String text(ByteBuf line) {
      return observer == RequestObserver.NONE
          ? ""
          : line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      context.channel().config().setAutoRead(up && context.channel().isWritable());
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
