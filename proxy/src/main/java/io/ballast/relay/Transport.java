package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;

/** The system's sockets, by way of one of Netty's transports. Stateless. */
interface Transport {
  /** What {@link #undelivered} answers where the system cannot be asked. */
  Unsent UNKNOWN = new Unsent(true, 0);

  /**
   * What the system still holds of what was written to a socket.
   *
   * @param any whether anything is not acknowledged by the peer yet
   * @param acknowledged how many bytes are, a count that only grows
   */
  record Unsent(boolean any, long acknowledged) {}

  /** What people call it. */
  String word();

  IoHandlerFactory ioHandlers();

  /** A socket to accept connections with, not registered yet. */
  ServerSocketChannel newServerChannel();

  /**
   * A listening socket of which only the descriptor is known, not registered yet.
   *
   * @throws IOException if it is none, or the transport cannot use it; the message says what to do
   */
  ServerSocketChannel adopt(int descriptor) throws IOException;

  /** A socket to connect with, not registered yet. */
  SocketChannel newChannel();

  /**
   * Has an urgent byte stay at its place in the stream; the system would drop it otherwise.
   *
   * @throws io.netty.channel.ChannelException if the connection is broken
   */
  void keepUrgentInline(SocketChannel channel);

  /** Sets keepalive, as far as the transport can. */
  void keepalive(SocketChannel channel, KeepaliveSettings settings);

  /** The congestion control that a socket has; null if the transport cannot tell. */
  String congestionControl(Channel channel);

  /**
   * Gives a socket that is not connected yet, or listens, a congestion control, if the transport
   * can.
   *
   * @throws io.netty.channel.ChannelException if the system does not have it, or not for this
   *     process
   */
  void congestionControl(Channel channel, String name);

  /**
   * Lets a bound socket choose its port when it connects, so that ports are only used up a peer.
   */
  void choosePortLate(SocketChannel channel);

  /** What was written and the peer has not acknowledged. */
  Unsent undelivered(SocketChannel channel);
}
