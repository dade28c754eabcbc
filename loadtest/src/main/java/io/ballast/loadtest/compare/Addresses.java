package io.ballast.loadtest.compare;

import io.ballast.loadtest.process.PrintedAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/** Addresses of this host. */
final class Addresses {
  private static final int SOURCES = 200;
  private static final byte SOURCE_NET = 2;

  private Addresses() {}

  static InetAddress of(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address has 4 or 16 bytes", e);
    }
  }

  /** One of many local addresses to connect from, so that none runs out of ports. */
  static InetSocketAddress source(int connection) {
    byte[] address = {127, SOURCE_NET, 0, (byte) (Math.floorMod(connection, SOURCES) + 1)};
    return new InetSocketAddress(of(address), 0);
  }

  /** A port that was free a moment ago, for a program that cannot choose one and tell. */
  static InetSocketAddress free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return (InetSocketAddress) socket.getLocalSocketAddress();
    }
  }

  /** The addresses in a line of words, after the first of them: {@code raw HOST:PORT HOST:PORT}. */
  static List<InetSocketAddress> inLine(String line) {
    return Stream.of(line.split(" ", -1)).skip(1).map(PrintedAddress::parse).toList();
  }
}
