package io.ballast.http;

import io.ballast.cluster.Network;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the host that a request names may be this one. Where no secret is asked for, a web site
 * could otherwise make a browser believe that this address is its own (DNS rebinding): it would
 * have to use a name of its own, so that only addresses and {@code localhost} are let through.
 */
final class HostCheck {
  private final boolean addressesOnly;

  /** A check of these hosts: only addresses and localhost, or all. */
  HostCheck(boolean addressesOnly) {
    this.addressesOnly = addressesOnly;
  }

  /** What is wrong with the {@code Host} headers of a request, if anything. */
  Optional<String> fault(List<String> hosts, boolean required) {
    if (hosts.isEmpty() && !required) {
      return Optional.empty();
    }
    if (hosts.size() != 1) {
      return Optional.of("a request has exactly one Host header");
    }
    if (addressesOnly && !isAddressOrLocal(withoutPort(hosts.get(0)))) {
      return Optional.of(
          "this address has no secret, so it answers only when it is called by an IP address or"
              + " localhost; call it so, or set admin.secret");
    }
    return Optional.empty();
  }

  private static String withoutPort(String host) {
    String name = host.replaceFirst(":[0-9]*$", "");
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }

  private static boolean isAddressOrLocal(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals("localhost")
        || name.endsWith(".localhost")
        || Network.address(name).isPresent();
  }
}
