package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * How the sockets of the direct transport are set up, with as few system calls as possible: what a
 * listening socket has, the system gives to each connection that reaches it.
 */
final class DirectSockets {
  /** How many connections may wait at most, unless whoever opened the socket said otherwise. */
  static final int BACKLOG = 4096;

  private static final int IPPROTO_IP = 0;
  private static final int IP_BIND_ADDRESS_NO_PORT = 24;
  private static final int TCP_KEEPIDLE = 4;
  private static final int TCP_KEEPINTVL = 5;
  private static final int TCP_KEEPCNT = 6;
  private static final int TCP_USER_TIMEOUT = 18;

  private DirectSockets() {}

  /**
   * A socket of the family of an address, as the system makes it.
   *
   * @throws ChannelException if the system makes none
   */
  static Socket stream(InetSocketAddress address) {
    return LinuxSocket.newSocketStream(family(address.getAddress()));
  }

  /** A socket that listens. The system lowers the backlog to what it allows. */
  static Socket listen(InetSocketAddress address) throws IOException {
    Socket socket = stream(address);
    try {
      socket.setReuseAddress(true);
      letAccept(socket);
      socket.bind(address);
      socket.listen(BACKLOG);
    } catch (IOException | ChannelException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  /** Sets on a listening socket what each connection needs that reaches it from now on. */
  static void letAccept(Socket listening) throws IOException {
    listening.setTcpNoDelay(true);
    keepUrgentInline(listening);
  }

  /** How many connections wait to be accepted, or the guess if the system does not tell. */
  static int waiting(Socket listening, int guess) {
    ByteBuffer info = info(listening);
    return info == null ? guess : EpollTransport.waiting(info);
  }

  /**
   * A socket that connects to a node. It is not told yet to send everything at once.
   *
   * @param local the address to connect from, or null for any
   */
  static Socket toNode(InetSocketAddress node, InetAddress local) throws IOException {
    Socket socket = stream(node);
    try {
      keepUrgentInline(socket);
      if (local != null) {
        socket.setIntOpt(IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1);
        socket.bind(new InetSocketAddress(local, 0));
      }
    } catch (IOException | ChannelException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  /** Gives a socket a congestion control, as {@link SessionRules#congest} says. */
  static void congest(Socket socket, String name, Side side, SessionRules rules) {
    rules.congest(side, name, given -> CongestionAlgorithms.set(socket, given));
  }

  /** An urgent byte stays at its place in the stream; the system would drop it otherwise. */
  private static void keepUrgentInline(Socket socket) throws IOException {
    socket.setIntOpt(EpollTransport.SOL_SOCKET, EpollTransport.SO_OOBINLINE, 1);
  }

  private static SocketProtocolFamily family(InetAddress address) {
    return address instanceof Inet4Address ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
  }

  /** Has the connections that reach a listening socket from now on kept alive, or not. */
  static void keepAcceptedAlive(Socket listening, KeepaliveSettings settings) throws IOException {
    if (!settings.enabled()) {
      keepAlive(listening, false, 0);
    }
    keepAlive(listening, settings);
  }

  /** Sets whether dead peers are found, and how long sent bytes may stay unacknowledged. */
  static void keepAlive(Socket socket, boolean probes, int userTimeoutMillis) throws IOException {
    socket.setKeepAlive(probes);
    socket.setIntOpt(EpollTransport.IPPROTO_TCP, TCP_USER_TIMEOUT, userTimeoutMillis);
  }

  /**
   * How long bytes may stay unacknowledged, in milliseconds; 0 for as long as the system has it.
   */
  static int userTimeoutMillis(Socket socket) throws IOException {
    return socket.getIntOpt(EpollTransport.IPPROTO_TCP, TCP_USER_TIMEOUT);
  }

  /** Keeps the connection alive, if the settings say so. */
  static void keepAlive(Socket socket, KeepaliveSettings settings) throws IOException {
    if (settings.enabled()) {
      keepAlive(socket, true, (int) Math.min(Integer.MAX_VALUE, settings.userTimeout().toMillis()));
      socket.setIntOpt(EpollTransport.IPPROTO_TCP, TCP_KEEPIDLE, seconds(settings.idle()));
      socket.setIntOpt(EpollTransport.IPPROTO_TCP, TCP_KEEPINTVL, seconds(settings.interval()));
      socket.setIntOpt(EpollTransport.IPPROTO_TCP, TCP_KEEPCNT, settings.probes());
    }
  }

  private static int seconds(Duration value) {
    return Math.toIntExact(value.toSeconds());
  }

  /** Has the system send everything at once from now on. */
  static void sendAtOnce(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
    } catch (IOException | ChannelException gone) {
      // The socket is broken already; sending tells so.
      return;
    }
  }

  /** Makes the coming close of the socket a reset. */
  static void resetOnClose(Socket socket) {
    try {
      socket.setSoLinger(0);
    } catch (IOException | ChannelException gone) {
      // The socket is broken already; closing it is all there is to do.
      return;
    }
  }

  /** What was written and the peer has not acknowledged. */
  static Transport.Unsent undelivered(Socket socket) {
    ByteBuffer info = info(socket);
    return info == null ? Transport.UNKNOWN : EpollTransport.unsent(info);
  }

  /** The system's struct tcp_info of a socket; null if it does not tell. */
  private static ByteBuffer info(Socket socket) {
    ByteBuffer info = ByteBuffer.allocate(EpollTransport.TCP_INFO_LENGTH);
    try {
      socket.getRawOpt(EpollTransport.IPPROTO_TCP, EpollTransport.TCP_INFO, info);
    } catch (IOException | ChannelException gone) {
      return null;
    }
    return info;
  }
}
