package io.ballast.relay;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * How nodes are connected to.
 *
 * @param source the local addresses to connect from, taken in turn; each has some 28,000 ports to
 *     one node. Empty to let the system choose
 * @param timeout how long a node may take to accept a connection, 10 ms to 5 min
 */
public record ConnectSettings(List<InetAddress> source, Duration timeout) {
  private static final DurationRange TIMEOUT =
      new DurationRange(Duration.ofMillis(10), Duration.ofMinutes(5));

  /** From any local address, within 2 s. */
  public static final ConnectSettings DEFAULT =
      new ConnectSettings(List.of(), Duration.ofSeconds(2));

  /**
   * @throws IllegalArgumentException if the timeout is out of its range, or an address stands for
   *     any address
   */
  public ConnectSettings {
    source = List.copyOf(source);
    for (InetAddress address : source) {
      if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
        throw new IllegalArgumentException(
            "source = "
                + address.getHostAddress()
                + ": name the addresses of this host to connect from, or none");
      }
    }
    TIMEOUT.check("timeout", timeout, "the time to connect to a node");
  }
}
