package io.ballast.http;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import io.ballast.Version;
import io.ballast.balance.NodeStatus;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.ZoneState;
import io.ballast.command.ListenerTotals;
import io.ballast.command.Totals;
import io.ballast.relay.Listener;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What STATUS, ZONES and the list of listeners say, as JSON for programs. Names of members are
 * those of the text protocol; times are in whole seconds, rounded up, and have {@code Seconds} in
 * their name.
 */
final class StatusJson {
  private StatusJson() {}

  static Bytes of(Proxy proxy, Totals totals, boolean ready) {
    JsonWriter json = new JsonWriter();
    json.object().put("version", Version.current()).put("ready", ready);
    json.key("clusters").array();
    proxy.clusters().forEach(cluster -> write(json, cluster));
    json.endArray().key("listeners").array();
    proxy
        .listeners()
        .forEach(listener -> write(json, listener, totals.listener(listener.settings().name())));
    return json.endArray().endObject().bytes();
  }

  private static void write(JsonWriter json, RunningCluster cluster) {
    Snapshot now = cluster.snapshot();
    json.object()
        .put("name", cluster.name())
        .put("mode", cluster.policy().balance().mode().name().toLowerCase(Locale.ROOT))
        .put("rebalance", now.rebalance())
        .put("sessions", cluster.counts().all())
        .put("pins", now.pins().size());
    json.key("zones").array();
    now.zones().forEach(zone -> write(json, zone, cluster));
    json.endArray().key("nodes").array();
    cluster.status().forEach(status -> write(json, status));
    json.endArray().key("ramps").array();
    now.ramps().values().forEach(ramp -> write(json, ramp));
    json.endArray().key("deadlines").array();
    now.nodes()
        .forEach(node -> now.deadline(node.name()).ifPresent(at -> write(json, node.name(), at)));
    json.endArray().endObject();
  }

  private static void write(JsonWriter json, ZoneState zone, RunningCluster cluster) {
    json.object().put("name", zone.name());
    if (!zone.zone().backup().equals(zone.name())) {
      json.put("backup", zone.zone().backup());
    }
    json.put("nodes", zone.size())
        .put("weight", zone.weight())
        .put("healthyWeight", zone.healthyWeight())
        .put("sessions", cluster.counts().ofZone(zone.name()))
        .endObject();
  }

  private static void write(JsonWriter json, NodeStatus status) {
    json.object()
        .put("name", status.node())
        .put("zone", status.zone())
        .put("weight", status.weight())
        .put("health", status.health().word())
        .put("want", status.want())
        .put("have", status.have())
        .put("low", status.low())
        .put("high", status.high())
        .put("live", status.live())
        .put("guests", status.guests())
        .put("arriving", status.arriving())
        .put("leaving", status.leaving())
        .put("due", status.due());
    json.key("stuck").object();
    new TreeMap<>(status.stuck()).forEach((why, count) -> json.put(why.word(), count));
    json.endObject()
        .put("staying", status.staying())
        .put("overPinned", status.overPinned())
        .put("etaSeconds", status.eta().plusMillis(999).toSeconds());
    json.key("paused").array();
    status
        .paused()
        .forEach(
            pause ->
                json.object()
                    .put("why", pause.why().word())
                    .put("leftSeconds", pause.left().plusMillis(999).toSeconds())
                    .endObject());
    json.endArray().endObject();
  }

  private static void write(JsonWriter json, Ramp ramp) {
    json.object()
        .put("node", ramp.node())
        .put("from", ramp.from())
        .put("to", ramp.to())
        .put("weight", ramp.weight())
        .put("done", ramp.done())
        .put("steps", ramp.steps())
        .put("spacingMillis", ramp.spacingMillis());
    ramp.deadlineMillis().ifPresent(at -> json.put("deadlineMillis", at));
    json.endObject();
  }

  private static void write(JsonWriter json, String node, long deadlineMillis) {
    json.object().put("node", node).put("deadlineMillis", deadlineMillis).endObject();
  }

  private static void write(JsonWriter json, Listener listener, ListenerTotals totals) {
    String host = listener.address().getAddress().getHostAddress();
    json.object()
        .put("name", listener.settings().name())
        .put("cluster", listener.settings().cluster())
        .put("host", host)
        .put("port", listener.address().getPort())
        .put("connections", listener.connections())
        .put("accepted", totals.accepted())
        .put("opened", totals.opened())
        .put("closed", totals.closed());
    json.key("rejected").object();
    totals.rejected().forEach((why, count) -> json.put(why.word(), count));
    json.endObject().endObject();
  }
}
