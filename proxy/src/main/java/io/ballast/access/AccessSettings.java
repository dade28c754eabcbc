package io.ballast.access;

import io.ballast.cluster.Network;
import java.net.InetAddress;
import java.util.List;

/**
 * From where clients may connect.
 *
 * @param allow the networks whose clients may connect; empty for all
 * @param deny the networks whose clients may not, allowed or not
 */
public record AccessSettings(List<Network> allow, List<Network> deny) {
  /** From everywhere. */
  public static final AccessSettings EVERYWHERE = new AccessSettings(List.of(), List.of());

  /** Copies the lists. */
  public AccessSettings {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /** Whether it depends on the client's address who may connect. */
  boolean restricted() {
    return !allow.isEmpty() || !deny.isEmpty();
  }

  /** Whether a client with that address may connect. */
  boolean admits(InetAddress client) {
    return (allow.isEmpty() || Network.anyContains(allow, client))
        && !Network.anyContains(deny, client);
  }
}
