package io.ballast.relay;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;

/** How the sockets of sessions are set up. */
final class Sockets {
  private static final int MAX_READ = 64 * 1024;
  private static final int MIN_READ = 64;
  private static final int FIRST_READ = 2048;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 * 1024, 128 * 1024);

  private Sockets() {}

  /** What Netty makes of the socket, before it is registered. */
  static void prepare(SocketChannel channel) {
    SocketChannelConfig config = channel.config();
    config.setAllowHalfClosure(true);
    // A failed write must not close the socket: what the peer sent before is still to be read.
    config.setAutoClose(false);
    config.setConnectTimeoutMillis(0);
    config.setWriteBufferWaterMark(WATER_MARK);
    config.setRecvByteBufAllocator(
        new AdaptiveRecvByteBufAllocator(MIN_READ, FIRST_READ, MAX_READ));
  }

  /** What the system makes of it, when it is connected. */
  static void tune(SocketChannel channel, Transport transport, KeepaliveSettings keepalive) {
    try {
      channel.config().setTcpNoDelay(true);
      transport.keepUrgentInline(channel);
      if (keepalive.enabled()) {
        transport.keepalive(channel, keepalive);
      }
    } catch (ChannelException broken) {
      // The peer has reset the connection already; reading it tells so.
      return;
    }
  }

  /** Gives a channel's socket a congestion control, as {@link SessionRules#congest} says. */
  static void congest(
      Channel channel, Transport transport, String name, Side side, SessionRules rules) {
    if (channel.isOpen()) {
      rules.congest(side, name, given -> transport.congestionControl(channel, given));
    }
  }

  /** Closes the socket with a reset, and nothing before it: no word of TLS that all is well. */
  static void reset(SocketChannel channel) {
    if (channel.isOpen()) {
      try {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
      } catch (ChannelException gone) {
        // The socket is broken already; closing it is all there is to do.
      }
    }
    channel.unsafe().close(channel.voidPromise());
  }
}
