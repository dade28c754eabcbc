package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.Function;

/** The transport of Linux, with channels. */
final class EpollTransport implements Transport {
  static final int IPPROTO_TCP = 6;
  static final int TCP_INFO = 11;
  // Where struct tcp_info of linux/tcp.h has its fields; older systems leave the later ones 0.
  private static final int UNACKED = 24; // of a listening socket: what waits to be accepted
  private static final int BYTES_ACKED = 120;
  private static final int NOTSENT_BYTES = 144;
  static final int TCP_INFO_LENGTH = 148;
  static final int SOL_SOCKET = 1;
  static final int SO_OOBINLINE = 10;
  private static final IntegerUnixChannelOption OOB_INLINE =
      new IntegerUnixChannelOption("SO_OOBINLINE", SOL_SOCKET, SO_OOBINLINE);
  private static final RawUnixChannelOption INFO =
      new RawUnixChannelOption("TCP_INFO", IPPROTO_TCP, TCP_INFO, TCP_INFO_LENGTH);
  private static final RawUnixChannelOption CONGESTION =
      new RawUnixChannelOption(
          "TCP_CONGESTION",
          IPPROTO_TCP,
          CongestionAlgorithms.TCP_CONGESTION,
          CongestionAlgorithms.TCP_CA_NAME_MAX);

  private final Function<ThreadAwareExecutor, DirectLoop> directLoops;

  /**
   * @param directLoops what an event loop's bare sockets share, asked for when the loop begins to
   *     run; null if it has no such
   */
  EpollTransport(Function<ThreadAwareExecutor, DirectLoop> directLoops) {
    this.directLoops = directLoops;
  }

  @Override
  public String word() {
    return "epoll-channel";
  }

  @Override
  public IoHandlerFactory ioHandlers() {
    return PatientEpoll.newFactory(directLoops);
  }

  @Override
  public ServerSocketChannel newServerChannel() {
    // An urgent byte may come before the connection is accepted, which has what its listener has.
    ServerSocketChannel channel = new EpollServerSocketChannel();
    channel.config().setOption(OOB_INLINE, 1);
    return channel;
  }

  @Override
  public ServerSocketChannel adopt(int descriptor) throws IOException {
    ServerSocketChannel channel = AdoptedSocket.of(descriptor).channel();
    channel.config().setOption(OOB_INLINE, 1);
    return channel;
  }

  @Override
  public SocketChannel newChannel() {
    return new EpollSocketChannel();
  }

  @Override
  public void keepUrgentInline(SocketChannel channel) {
    channel.config().setOption(OOB_INLINE, 1);
  }

  @Override
  public void keepalive(SocketChannel channel, KeepaliveSettings settings) {
    channel.config().setKeepAlive(true);
    setSeconds(channel, EpollChannelOption.TCP_KEEPIDLE, settings.idle());
    setSeconds(channel, EpollChannelOption.TCP_KEEPINTVL, settings.interval());
    channel.config().setOption(EpollChannelOption.TCP_KEEPCNT, settings.probes());
    channel
        .config()
        .setOption(
            EpollChannelOption.TCP_USER_TIMEOUT,
            (int) Math.min(Integer.MAX_VALUE, settings.userTimeout().toMillis()));
  }

  private static void setSeconds(
      SocketChannel channel, ChannelOption<Integer> option, Duration value) {
    channel.config().setOption(option, Math.toIntExact(value.toSeconds()));
  }

  @Override
  public String congestionControl(Channel channel) {
    try {
      return CongestionAlgorithms.name(channel.config().getOption(CONGESTION));
    } catch (ChannelException notTold) {
      return null;
    }
  }

  @Override
  public void congestionControl(Channel channel, String name) {
    channel.config().setOption(CONGESTION, CongestionAlgorithms.bytes(name));
  }

  @Override
  public void choosePortLate(SocketChannel channel) {
    channel.config().setOption(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true);
  }

  @Override
  public Unsent undelivered(SocketChannel channel) {
    return unsent(channel.config().getOption(INFO));
  }

  /** What the struct tcp_info of a listening socket says: how many wait to be accepted. */
  static int waiting(ByteBuffer info) {
    return info.order(ByteOrder.nativeOrder()).getInt(UNACKED);
  }

  /** What a struct tcp_info says. */
  static Unsent unsent(ByteBuffer info) {
    info.order(ByteOrder.nativeOrder());
    boolean any = info.getInt(UNACKED) != 0 || info.getInt(NOTSENT_BYTES) != 0;
    return new Unsent(any, info.getLong(BYTES_ACKED));
  }
}
