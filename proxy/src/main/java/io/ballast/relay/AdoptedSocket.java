package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening socket that another process opened. Whether accepting from it waits is for that
 * process to say, and neither Java nor Netty can change it: a socket that waits is accepted from
 * once each time that a connection is there, and with a timeout of next to nothing, so that it
 * never holds the event loop. Belongs to whoever accepts from it.
 */
final class AdoptedSocket {
  private static final Logger log = LoggerFactory.getLogger(AdoptedSocket.class);

  // Of Linux's asm-generic/socket.h, which x86-64, AArch64 and RISC-V share.
  private static final int SOL_SOCKET = 1;
  private static final int SO_TYPE = 3;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_ACCEPTCONN = 30;
  private static final int SO_PROTOCOL = 38;
  private static final int SO_DOMAIN = 39;
  private static final int SOCK_STREAM = 1;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int O_NONBLOCK = 04000;
  private static final int OCTAL = 8;

  private final Socket socket;
  private final boolean waits;
  private final boolean keptAlive;
  private final int userTimeoutMillis;

  private AdoptedSocket(Socket socket, boolean waits) throws IOException {
    this.socket = socket;
    this.waits = waits;
    this.keptAlive = socket.isKeepAlive();
    this.userTimeoutMillis = DirectSockets.userTimeoutMillis(socket);
  }

  /**
   * Takes over the socket of that descriptor.
   *
   * @throws IOException if it is no listening TCP socket
   */
  static AdoptedSocket of(int descriptor) throws IOException {
    if (!listens(descriptor)) {
      throw new IOException(
          "descriptor "
              + descriptor
              + " is no listening TCP socket; a socket unit has ListenStream= with a port, and no"
              + " Accept=yes or SocketProtocol=");
    }
    Socket socket = new Socket(descriptor);
    boolean waits = waits(descriptor);
    AdoptedSocket adopted = new AdoptedSocket(socket, waits);
    if (waits) {
      adopted.waitAtMost(1);
    }
    return adopted;
  }

  /**
   * @param microseconds 0 for ever
   */
  private void waitAtMost(long microseconds) throws IOException {
    ByteBuffer time = ByteBuffer.allocateDirect(2 * Long.BYTES);
    time.order(ByteOrder.nativeOrder()).putLong(0).putLong(microseconds).flip();
    socket.setRawOpt(SOL_SOCKET, SO_RCVTIMEO, time);
  }

  /**
   * Leaves the socket to whoever has it too as it was found, in what would matter there.
   *
   * @param congestionControl what it had; null if that has not changed
   */
  void leave(String congestionControl) {
    try {
      if (waits) {
        waitAtMost(0);
      }
      DirectSockets.keepAlive(socket, keptAlive, userTimeoutMillis);
      if (congestionControl != null) {
        CongestionAlgorithms.set(socket, congestionControl);
      }
    } catch (IOException | ChannelException refused) {
      log.debug("a socket that was passed stays as it is", refused);
    }
  }

  Socket socket() {
    return socket;
  }

  /** Whether accepting from it waits, so that only one is to be accepted each time. */
  boolean waits() {
    return waits;
  }

  /** A channel of the socket, which closes it, not registered yet. */
  ServerSocketChannel channel() {
    ServerSocketChannel channel = new EpollServerSocketChannel(socket.intValue());
    if (waits) {
      channel
          .config()
          .setRecvByteBufAllocator(new FixedRecvByteBufAllocator(1).maxMessagesPerRead(1));
    }
    return channel;
  }

  private static boolean listens(int descriptor) {
    try {
      Socket socket = new Socket(descriptor);
      int domain = socket.getIntOpt(SOL_SOCKET, SO_DOMAIN);
      return (domain == AF_INET || domain == AF_INET6)
          && socket.getIntOpt(SOL_SOCKET, SO_TYPE) == SOCK_STREAM
          && socket.getIntOpt(SOL_SOCKET, SO_PROTOCOL) == EpollTransport.IPPROTO_TCP
          && socket.getIntOpt(SOL_SOCKET, SO_ACCEPTCONN) != 0;
    } catch (IOException | ChannelException noSocket) {
      return false;
    }
  }

  /** Whether accepting waits for a connection, as far as the system tells. */
  private static boolean waits(int descriptor) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/fdinfo/" + descriptor))) {
      return lines
          .filter(line -> line.startsWith("flags:"))
          .noneMatch(
              line ->
                  (Integer.parseInt(line.substring("flags:".length()).strip(), OCTAL) & O_NONBLOCK)
                      != 0);
    } catch (IOException | UncheckedIOException unknown) {
      return true;
    }
  }
}
