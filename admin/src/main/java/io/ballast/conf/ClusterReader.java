package io.ballast.conf;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.ballast.ClusterPolicy;
import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.ResolveSettings;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import io.ballast.cluster.Zone;
import io.ballast.health.HealthSettings;
import io.ballast.placement.BandSettings;
import io.ballast.placement.PlacementSettings;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.ConnectSettings;
import io.ballast.ring.RingSettings;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code clusters.NAME}. */
final class ClusterReader {
  private static final int NO_LIMIT = 0;
  private static final HostPort NOWHERE = new HostPort("localhost", 1);

  private final String name;
  private final Section section;

  /** Names of zones are checked where they stand, so that each wrong one is found. */
  private final Form<String> zone;

  private final Set<String> listeners;
  private final Form<CongestionControl> congestionControl;
  private final TlsReader tls;

  private ClusterReader(
      String name,
      Section section,
      Set<String> listeners,
      Form<CongestionControl> congestionControl,
      TlsReader tls) {
    this.name = name;
    this.section = section;
    this.listeners = listeners;
    this.congestionControl = congestionControl;
    this.tls = tls;
    Set<String> zones = new LinkedHashSet<>(section.names("zones"));
    zones.add(Zone.DEFAULT);
    this.zone = Form.nameOf("zone", zones, "add it to zones");
  }

  /**
   * Reads a cluster.
   *
   * @param listeners the names of the listeners, which rules may name
   * @param congestionControl reads what the legs to nodes have
   * @param tls reads how TLS is spoken with nodes
   */
  static ClusterPolicy read(
      String name,
      Section section,
      Set<String> listeners,
      Form<CongestionControl> congestionControl,
      TlsReader tls) {
    return new ClusterReader(name, section, listeners, congestionControl, tls).policy();
  }

  private ClusterPolicy policy() {
    int defaultWeight =
        section.get(
            "default-weight",
            Form.checked(Form.whole(), Node::checkWeight),
            ClusterSettings.DEFAULT_WEIGHT);
    List<Zone> zones = zones();
    List<Node> nodes = nodes(defaultWeight);
    Map<SetId, Pin> pins = new LinkedHashMap<>();
    Affinity affinity = section.section("affinity", Affinity.NONE, s -> affinity(s, pins));
    RingSettings ring = section.section("ring", RingSettings.DEFAULT, ClusterReader::ring);
    BalanceReader.Balance balance =
        section.section("balance", BalanceReader.Balance.DEFAULT, BalanceReader::read);
    PlacementSettings placement = placement(balance.band());
    ClusterSettings settings =
        new ClusterSettings(name, zones, nodes, affinity, pins, defaultWeight, ring);
    Snapshot.of(settings); // throws if a ring would have too many points
    return new ClusterPolicy(
        settings,
        placement,
        balance.settings(),
        section.section("health", HealthSettings.DEFAULT, ClusterReader::health),
        section.section("connect", ConnectSettings.DEFAULT, this::connect),
        new ResolveSettings(
            section.get("resolve", Form.duration(), ResolveSettings.DEFAULT.interval())));
  }

  private List<Zone> zones() {
    return List.copyOf(
        section
            .named(
                "zones", (zoneName, s) -> new Zone(zoneName, s.get("backup", zone, Zone.DEFAULT)))
            .values());
  }

  private List<Node> nodes(int defaultWeight) {
    return List.copyOf(
        section
            .named(
                "nodes",
                (nodeName, s) ->
                    new Node(
                        nodeName,
                        s.require("address", Form.parsed(HostPort::parse), NOWHERE),
                        s.get("zone", zone, Zone.DEFAULT),
                        s.get("weight", Form.whole(), defaultWeight),
                        s.get("max-sessions", Form.whole(), NO_LIMIT)))
            .values());
  }

  private Affinity affinity(Section s, Map<SetId, Pin> pins) {
    List<AffinityRule> rules = s.sections("rules", this::rule);
    Map<SetId, String> sets = new LinkedHashMap<>();
    s.map("sets", zone).forEach((set, of) -> sets.put(SetId.of(set), of));
    s.list("pinned", Form.parsed(SetId::of), List.of()).forEach(set -> pins.put(set, Pin.ANYWHERE));
    List<Pattern> pinned =
        s.list("pinned-patterns", Form.parsed(ClusterReader::pattern), List.of());
    return new Affinity(rules, SetTable.of(sets), pinned);
  }

  private AffinityRule rule(Section s) {
    return new AffinityRule(
        s.find("source", Form.parsed(Network::parse)),
        s.find("identity", Form.parsed(ClusterReader::pattern)),
        s.find("listener", Form.nameOf("listener", listeners, "add it to listeners")),
        s.require("zone", zone, Zone.DEFAULT));
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "this is no pattern of RE2: " + e.getDescription() + "; double each backslash", e);
    }
  }

  private static RingSettings ring(Section s) {
    return new RingSettings(
        s.get("points-per-weight", Form.whole(), RingSettings.DEFAULT_POINTS_PER_WEIGHT),
        s.get("max-points", Form.whole(), RingSettings.DEFAULT_MAX_POINTS));
  }

  private PlacementSettings placement(BandSettings band) {
    PlacementSettings defaults = PlacementSettings.DEFAULT;
    return section.section(
        "placement",
        new PlacementSettings(defaults.bound(), defaults.attempts(), band),
        s ->
            new PlacementSettings(
                s.get("bound", Form.flag(), defaults.bound()),
                s.get("attempts", Form.whole(), defaults.attempts()),
                band));
  }

  private static HealthSettings health(Section s) {
    HealthSettings defaults = HealthSettings.DEFAULT;
    return new HealthSettings(
        s.get("interval", Form.duration(), defaults.interval()),
        s.get("rise", Form.whole(), defaults.rise()),
        s.get("fall", Form.whole(), defaults.fall()),
        s.get("timeout", Form.duration(), defaults.timeout()));
  }

  private ConnectSettings connect(Section s) {
    ConnectSettings defaults = ConnectSettings.DEFAULT;
    return new ConnectSettings(
        s.list("source", Form.parsed(ClusterReader::numericAddress), defaults.source()),
        s.get("timeout", Form.duration(), defaults.timeout()),
        s.get("failover-rate", Form.whole(), defaults.failoverRatePerSecond()),
        s.get("congestion-control", congestionControl, defaults.congestionControl()),
        tls.nodes(s));
  }

  private static InetAddress numericAddress(String text) {
    return Network.address(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "an address of this host in numbers is expected, such as 10.0.0.1 or"
                        + " 2001:db8::1"));
  }
}
