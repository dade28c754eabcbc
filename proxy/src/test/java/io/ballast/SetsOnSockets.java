package io.ballast;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sets that connect through a proxy, say who they are, are told by the node which one it is, and
 * connect again at once when their session ends. Thread-safe; close it at the end of the test.
 */
final class SetsOnSockets implements AutoCloseable {
  /** How many sessions ended with a reset or another failure. */
  final AtomicInteger failures = new AtomicInteger();

  private final EventLoopGroup loops;
  private final InetSocketAddress proxy;
  private final Map<String, List<String>> places = new ConcurrentHashMap<>();
  private final Map<String, Channel> live = new ConcurrentHashMap<>();
  private volatile boolean closed;

  SetsOnSockets(EventLoopGroup loops, InetSocketAddress proxy) {
    this.loops = loops;
    this.proxy = proxy;
  }

  void connect(String set) {
    places.putIfAbsent(set, new CopyOnWriteArrayList<>());
    reconnect(set);
  }

  private void reconnect(String set) {
    ChannelFuture connecting =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new LineBasedFrameDecoder(256), new Client(set));
                  }
                })
            .connect(proxy);
    connecting.addListener(
        done -> {
          if (!done.isSuccess() && !closed) {
            failures.incrementAndGet();
          }
        });
  }

  private final class Client extends SimpleChannelInboundHandler<ByteBuf> {
    private final String set;

    Client(String set) {
      this.set = set;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      live.put(set, context.channel());
      if (closed) {
        context.close();
        return;
      }
      byte[] hello = ("HELLO " + set + "\n").getBytes(StandardCharsets.ISO_8859_1);
      context.writeAndFlush(Unpooled.wrappedBuffer(hello));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf line) {
      places.get(set).add(line.toString(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (!closed && !loops.isShuttingDown()) {
        reconnect(set);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      failures.incrementAndGet();
      context.close();
    }
  }

  /** The nodes that the set has been on, the present one last. */
  List<String> places(String set) {
    return places.get(set);
  }

  /** The node that the set is on; empty before it is told. */
  String place(String set) {
    List<String> all = places.get(set);
    return all.isEmpty() ? "" : all.get(all.size() - 1);
  }

  /** How many sets were told last that they are on that node. */
  long on(String node) {
    return places.keySet().stream().filter(set -> place(set).equals(node)).count();
  }

  /** How many sessions the sets have had. */
  int sessions() {
    return places.values().stream().mapToInt(List::size).sum();
  }

  @Override
  public void close() {
    closed = true;
    live.values().forEach(channel -> channel.close().syncUninterruptibly());
  }
}
