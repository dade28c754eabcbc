package io.ballast.relay;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The local addresses to connect to nodes from, taken in turn. Thread-safe. */
final class LocalAddresses {
  private final List<InetAddress> v4;
  private final List<InetAddress> v6;
  private final AtomicInteger turn = new AtomicInteger();

  LocalAddresses(List<InetAddress> addresses) {
    v4 = addresses.stream().filter(address -> address instanceof Inet4Address).toList();
    v6 = addresses.stream().filter(address -> !(address instanceof Inet4Address)).toList();
  }

  /** The next address of the node's family, or null if the system is to choose. */
  InetAddress next(InetAddress node) {
    List<InetAddress> addresses = of(node);
    if (addresses.isEmpty()) {
      return null;
    }
    return addresses.get(Math.floorMod(turn.getAndIncrement(), addresses.size()));
  }

  /** How many attempts make sense for a node: one an address. */
  int attempts(InetAddress node) {
    return Math.max(1, of(node).size());
  }

  private List<InetAddress> of(InetAddress node) {
    return node instanceof Inet4Address ? v4 : v6;
  }
}
