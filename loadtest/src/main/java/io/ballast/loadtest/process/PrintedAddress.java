package io.ballast.loadtest.process;

import io.ballast.cluster.HostPort;
import java.net.InetSocketAddress;

/** An address as programs print it, {@code HOST:PORT}. */
public final class PrintedAddress {
  private PrintedAddress() {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static InetSocketAddress parse(String text) {
    HostPort address = HostPort.parse(text);
    return new InetSocketAddress(address.host(), address.port());
  }
}
