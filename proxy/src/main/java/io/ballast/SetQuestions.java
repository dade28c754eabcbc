package io.ballast;

import io.ballast.cluster.Cluster;
import io.ballast.cluster.Network;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import io.ballast.session.LiveSessions;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Answers where a set belongs, as far as it can be told without a connection. Thread-safe. */
record SetQuestions(Cluster cluster, LiveSessions sessions) {
  private static final InetSocketAddress NOWHERE = new InetSocketAddress(0);

  /** By the set's own entry, by a live session of it, or by the rules. */
  String zoneOf(SetId set) {
    Snapshot now = cluster.snapshot();
    String own = now.affinity().sets().get(set);
    if (own != null) {
      return own;
    }
    String[] live = new String[1];
    sessions.forEachOf(set, session -> live[0] = session.zone());
    if (live[0] != null) {
      return live[0];
    }
    String address = set.text().split("/", 2)[0]; // a network counts as its first address
    InetSocketAddress source =
        Network.address(address).map(a -> new InetSocketAddress(a, 0)).orElse(NOWHERE);
    return now.affinity().zoneOf(set, new Origin("", source));
  }

  /** By weights alone: of the set's zone, else of its backup, else of the default zone. */
  Optional<String> owner(SetId set) {
    Snapshot now = cluster.snapshot();
    for (ZoneState zone : now.chain(now.zoneOrDefault(zoneOf(set)))) {
      int owner = zone.ring().owner(set.ringHash());
      if (owner >= 0) {
        return Optional.of(zone.ring().name(owner));
      }
    }
    return Optional.empty();
  }
}
