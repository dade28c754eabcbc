package io.ballast.relay;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The local addresses to connect to nodes from, taken in turn. Thread-safe. */
final class LocalAddresses {
  private final List<InetAddress> addresses;
  private final AtomicInteger turn = new AtomicInteger();

  LocalAddresses(List<InetAddress> addresses) {
    this.addresses = addresses;
  }

  /** The next address, or null if the system is to choose. */
  InetAddress next() {
    if (addresses.isEmpty()) {
      return null;
    }
    return addresses.get(Math.floorMod(turn.getAndIncrement(), addresses.size()));
  }

  /** How many attempts make sense for one node: one an address. */
  int attempts() {
    return Math.max(1, addresses.size());
  }
}
