package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The algorithms of congestion control that Linux has, as its sockets tell and take them. */
final class CongestionAlgorithms {
  // Of linux/tcp.h and net/tcp.h.
  static final int TCP_CONGESTION = 13;
  static final int TCP_CA_NAME_MAX = 16;

  private static final String SYSCTL = "net.ipv4.tcp_%s_congestion_control";
  private static final Path DIRECTORY = Path.of("/proc/sys/net/ipv4");

  private CongestionAlgorithms() {}

  /** A name as the system reads it: with zeros to its end. */
  static ByteBuffer bytes(String name) {
    ByteBuffer bytes = ByteBuffer.allocate(TCP_CA_NAME_MAX);
    bytes.put(name.getBytes(StandardCharsets.US_ASCII));
    return bytes.rewind();
  }

  /** The name in what the system has written; the position of the bytes does not matter. */
  static String name(ByteBuffer bytes) {
    int length = 0;
    while (length < bytes.limit() && bytes.get(length) != 0) {
      length++;
    }
    byte[] name = new byte[length];
    bytes.get(0, name);
    return new String(name, StandardCharsets.US_ASCII);
  }

  /**
   * What a socket has: a new one what the system has set, in the process's network namespace. Null
   * if the system does not tell.
   */
  static String of(Socket socket) {
    ByteBuffer bytes = ByteBuffer.allocate(TCP_CA_NAME_MAX);
    try {
      socket.getRawOpt(EpollTransport.IPPROTO_TCP, TCP_CONGESTION, bytes);
    } catch (IOException | ChannelException notTold) {
      return null;
    }
    return name(bytes);
  }

  /**
   * Gives a socket an algorithm. One that is connected goes on pacing if it has paced.
   *
   * @throws ChannelException if there is none of that name, or this process may not have it
   */
  static void set(Socket socket, String name) {
    try {
      socket.setRawOpt(EpollTransport.IPPROTO_TCP, TCP_CONGESTION, bytes(name));
    } catch (IOException e) {
      throw new ChannelException(e.getMessage(), e);
    }
  }

  /** Whether a socket takes an algorithm. */
  static boolean takes(Socket socket, String name) {
    try {
      set(socket, name);
      return true;
    } catch (ChannelException refused) {
      return false;
    }
  }

  /** Why sockets cannot have an algorithm, and the remedy; empty if they can. */
  static Optional<String> refusal(String name) {
    Socket trial;
    try {
      trial = LinuxSocket.newSocketStream();
    } catch (ChannelException e) {
      return Optional.of(
          "no socket could be made to try it (" + SocketErrors.words(e) + "); try again");
    }
    try {
      set(trial, name);
      return Optional.empty();
    } catch (ChannelException e) {
      return Optional.of(rule(name, SocketErrors.words(e), listed("available"), listed("allowed")));
    } finally {
      close(trial);
    }
  }

  /**
   * The rule that a name breaks, and the remedy.
   *
   * @param words the system's own for the refusal
   * @param available the algorithms that are loaded; empty if that is not known
   * @param allowed those that every process may have; empty if that is not known
   */
  static String rule(String name, String words, List<String> available, List<String> allowed) {
    if (!available.isEmpty() && !available.contains(name)) {
      return "the system has no such algorithm; choose one of "
          + String.join(", ", available)
          + " ("
          + SYSCTL.formatted("available")
          + "), or load it: modprobe tcp_"
          + name;
    }
    if (!allowed.isEmpty() && !allowed.contains(name)) {
      return "only processes with CAP_NET_ADMIN may use it; choose one of "
          + String.join(", ", allowed)
          + ", or add it to "
          + SYSCTL.formatted("allowed");
    }
    return "the system refuses it (" + words + "); choose another, or auto";
  }

  private static List<String> listed(String which) {
    try {
      String names = Files.readString(DIRECTORY.resolve("tcp_" + which + "_congestion_control"));
      return List.of(names.strip().split(" ", -1));
    } catch (IOException unknown) {
      return List.of();
    }
  }

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // It was not connected; there is nothing to lose.
      return;
    }
  }
}
