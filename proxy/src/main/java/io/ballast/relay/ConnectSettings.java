package io.ballast.relay;

import io.ballast.relay.tls.NodeTls;
import io.ballast.relay.tls.NodeTlsSettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How nodes are connected to.
 *
 * @param source the local addresses to connect from, taken in turn; each has some 28,000 ports to
 *     one node. Empty to let the system choose
 * @param timeout how long a node may take to accept a connection, its TLS handshake included, 10 ms
 *     to 5 min
 * @param failoverRatePerSecond the most sessions a second that connect to one node since nodes
 *     before it are down, 1 to 1,000,000; 0 for no limit. The others wait their turn
 * @param congestionControl congestion control of the legs to them
 * @param tls how TLS is spoken with them, if it is
 */
public record ConnectSettings(
    List<InetAddress> source,
    Duration timeout,
    int failoverRatePerSecond,
    CongestionControl congestionControl,
    Optional<NodeTlsSettings> tls) {
  /** The most displaced sessions a second into one node when nothing else is configured. */
  public static final int DEFAULT_FAILOVER_RATE = 500;

  private static final int MAX_FAILOVER_RATE = 1_000_000;

  private static final DurationRange TIMEOUT =
      new DurationRange(Duration.ofMillis(10), Duration.ofMinutes(5));

  /** From any local address, within 2 s. */
  public static final ConnectSettings DEFAULT =
      new ConnectSettings(List.of(), Duration.ofSeconds(2), DEFAULT_FAILOVER_RATE);

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
    if (failoverRatePerSecond < 0 || failoverRatePerSecond > MAX_FAILOVER_RATE) {
      throw new IllegalArgumentException(
          "failover-rate = "
              + failoverRatePerSecond
              + ": sessions a second are 1 to "
              + MAX_FAILOVER_RATE
              + ", or 0 for no limit");
    }
  }

  /** Without TLS. */
  public ConnectSettings(List<InetAddress> source, Duration timeout, int failoverRatePerSecond) {
    this(source, timeout, failoverRatePerSecond, CongestionControl.AUTO, Optional.empty());
  }

  /**
   * Reads the files of the TLS with nodes; blocks.
   *
   * @return null without TLS
   * @throws IllegalArgumentException if one cannot be used: {@code key = value: rule and remedy}
   */
  public NodeTls loadTls() {
    return tls.map(NodeTls::load).orElse(null);
  }

  /** This with TLS. */
  public ConnectSettings withTls(NodeTlsSettings settings) {
    return new ConnectSettings(
        source, timeout, failoverRatePerSecond, congestionControl, Optional.of(settings));
  }

  /** This with other congestion control. */
  public ConnectSettings withCongestionControl(CongestionControl other) {
    return new ConnectSettings(source, timeout, failoverRatePerSecond, other, tls);
  }

  /** With the default rate of displaced sessions, and without TLS. */
  public ConnectSettings(List<InetAddress> source, Duration timeout) {
    this(source, timeout, DEFAULT_FAILOVER_RATE);
  }
}
