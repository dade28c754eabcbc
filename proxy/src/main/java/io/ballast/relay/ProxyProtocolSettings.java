package io.ballast.relay;

import io.ballast.cluster.Network;
import java.net.InetAddress;
import java.util.List;

/**
 * How a listener's connections carry the PROXY protocol.
 *
 * @param acceptFrom the networks of the senders that are trusted: each of their connections begins
 *     with a header, and a header of anybody else is what the client has sent
 * @param send what nodes are sent before a client's first byte
 */
public record ProxyProtocolSettings(List<Network> acceptFrom, Send send) {
  /** No header comes in, none goes out. */
  public static final ProxyProtocolSettings NONE = new ProxyProtocolSettings(List.of(), Send.NONE);

  /** What nodes are sent before a client's first byte. */
  public enum Send {
    /** Nothing. */
    NONE,
    /** A line of version 1: the addresses. */
    V1,
    /** A header of version 2: the addresses, a unique id and the identity. */
    V2
  }

  /** Copies the list. */
  public ProxyProtocolSettings {
    acceptFrom = List.copyOf(acceptFrom);
  }

  /** Whether there are senders whose connections begin with a header. */
  boolean expected() {
    return !acceptFrom.isEmpty();
  }

  /** Whether connections of that sender begin with a header. */
  boolean expectedFrom(InetAddress sender) {
    return Network.anyContains(acceptFrom, sender);
  }
}
