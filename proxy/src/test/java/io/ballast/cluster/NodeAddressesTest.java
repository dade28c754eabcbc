package io.ballast.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.ballast.testing.ManualScheduler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses of nodes, on a fake name service and a clock that the test turns. */
class NodeAddressesTest {
  private static final Duration INTERVAL = ResolveSettings.DEFAULT.interval();
  private static final HostPort HUB = HostPort.parse("hub.example:6801");

  private final ManualScheduler thread = new ManualScheduler();
  private final Map<String, List<InetAddress>> names = new HashMap<>();
  private final List<String> lookUps = new ArrayList<>();

  private NodeAddresses addresses(Cluster cluster) {
    return new NodeAddresses(cluster, ResolveSettings.DEFAULT, this::lookUp, thread);
  }

  private List<InetAddress> lookUp(String name) throws UnknownHostException {
    lookUps.add(name);
    if (!names.containsKey(name)) {
      throw new UnknownHostException(name);
    }
    return names.get(name);
  }

  private static Cluster cluster(String... addresses) {
    List<Node> nodes = new ArrayList<>();
    for (String address : addresses) {
      nodes.add(node("n" + nodes.size(), address));
    }
    return new Cluster(Snapshot.of(ClusterSettings.of("c", nodes)), Runnable::run, ChangeLog.NONE);
  }

  private static Node node(String name, String address) {
    return new Node(name, HostPort.parse(address), Zone.DEFAULT, 1);
  }

  private static InetAddress ip(String text) {
    return Network.address(text).orElseThrow();
  }

  private void knows(String name, String... addresses) {
    names.put(name, List.of(addresses).stream().map(NodeAddressesTest::ip).toList());
  }

  @Test
  void literalAddressesAreAnsweredAtOnceAndNeverLookedUp() {
    NodeAddresses addresses = addresses(cluster("10.0.0.1:6801", "[2001:db8::1]:6802"));

    assertThat(addresses.resolved(HostPort.parse("10.0.0.1:6801")))
        .isEqualTo(new InetSocketAddress(ip("10.0.0.1"), 6801));
    assertThat(addresses.resolved(HostPort.parse("[2001:db8::1]:6802")))
        .isEqualTo(new InetSocketAddress(ip("2001:db8::1"), 6802));
    thread.advance(INTERVAL);
    assertThat(lookUps).isEmpty();
  }

  @Test
  void nameIsUnknownUntilItsFirstLookUpWhichComesAtOnce() {
    knows("hub.example", "10.0.0.7");
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));

    assertThat(addresses.resolved(HUB)).isNull();
    thread.runDue();
    assertThat(addresses.resolved(HUB)).isEqualTo(new InetSocketAddress(ip("10.0.0.7"), 6801));
  }

  @Test
  void namesAreLookedUpAgainAtTheInterval() {
    knows("hub.example", "10.0.0.7");
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));
    thread.runDue();
    knows("hub.example", "10.0.0.8");

    thread.advance(INTERVAL.minusNanos(1));
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.7"));
    thread.advance(Duration.ofNanos(1));
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.8"));
  }

  @Test
  void anotherIntervalBeginsWithALookUpAtOnce() {
    knows("hub.example", "10.0.0.7");
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));
    thread.runDue();
    knows("hub.example", "10.0.0.8");

    addresses.reconfigure(new ResolveSettings(INTERVAL.multipliedBy(3)));
    thread.runDue();
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.8"));
    thread.advance(INTERVAL.multipliedBy(3).minusNanos(1));
    assertThat(lookUps).hasSize(2);
    thread.advance(Duration.ofNanos(1));
    assertThat(lookUps).hasSize(3);
  }

  @Test
  void nodesOfOneHostShareItsLookUps() {
    knows("hub.example", "10.0.0.7");
    NodeAddresses addresses = addresses(cluster("hub.example:6801", "hub.example:6802"));
    thread.runDue();

    assertThat(lookUps).containsExactly("hub.example");
    assertThat(addresses.resolved(HostPort.parse("hub.example:6802")).getPort()).isEqualTo(6802);
  }

  @Test
  void failedLookUpKeepsTheLastAddress() {
    knows("hub.example", "10.0.0.7");
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));
    thread.runDue();
    names.clear();

    thread.advance(INTERVAL.multipliedBy(3));
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.7"));
    assertThat(lookUps).hasSize(4);
  }

  @Test
  void nameThatAppearsLaterIsFound() {
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));
    thread.runDue();
    assertThat(addresses.resolved(HUB)).isNull();

    knows("hub.example", "10.0.0.7");
    thread.advance(INTERVAL);
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.7"));
  }

  @Test
  void rotatedAnswerDoesNotMoveTheNode() {
    knows("hub.example", "10.0.0.7", "10.0.0.8");
    NodeAddresses addresses = addresses(cluster("hub.example:6801"));
    thread.runDue();
    knows("hub.example", "10.0.0.8", "10.0.0.7");

    thread.advance(INTERVAL);
    assertThat(addresses.resolved(HUB).getAddress()).isEqualTo(ip("10.0.0.7"));
  }

  @Test
  void nodeAddedLaterIsLookedUpAtOnce() {
    knows("hub.example", "10.0.0.7");
    Cluster cluster = cluster("10.0.0.1:6801");
    NodeAddresses addresses = addresses(cluster);
    thread.runDue();

    cluster.submit(new Change.AddNode(node("hub", "hub.example:6801")), Precondition.NONE);
    thread.runDue();
    assertThat(addresses.resolved(HUB)).isNotNull();
  }

  @Test
  void removedNodesNameIsDroppedAndNoLongerLookedUp() {
    knows("hub.example", "10.0.0.7");
    Cluster cluster = cluster("hub.example:6801", "10.0.0.1:6801");
    NodeAddresses addresses = addresses(cluster);
    thread.runDue();

    cluster.submit(new Change.RemoveNode("n0"), Precondition.NONE);
    thread.runDue();
    assertThat(addresses.resolved(HUB)).isNull();
    assertThat(thread.waiting()).isZero();
  }

  @Test
  void otherChangesDoNotRepeatLookUps() {
    knows("hub.example", "10.0.0.7");
    Cluster cluster = cluster("hub.example:6801");
    NodeAddresses addresses = addresses(cluster);
    thread.runDue();

    cluster.submit(new Change.SetWeight("n0", 5), Precondition.NONE);
    cluster.setHealth("n0", Health.DOWN);
    thread.runDue();
    assertThat(lookUps).hasSize(1);
    assertThat(addresses.resolved(HUB)).isNotNull();
  }

  @Test
  void realNameIsFoundOnItsOwnThreadAndChangesAfterTheEndAreHarmless() {
    Cluster cluster = cluster("localhost:6801");
    HostPort localhost = HostPort.parse("localhost:6801");
    try (NodeAddresses addresses = new NodeAddresses(cluster, ResolveSettings.DEFAULT)) {
      await().atMost(10, SECONDS).until(() -> addresses.resolved(localhost) != null);
      assertThat(addresses.resolved(localhost).getAddress().isLoopbackAddress()).isTrue();
    }
    cluster.submit(new Change.SetWeight("n0", 5), Precondition.NONE);
    assertThat(cluster.snapshot().node("n0").orElseThrow().node().weight()).isEqualTo(5);
  }

  @Test
  void intervalsOutOfRangeNameTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ResolveSettings(Duration.ZERO))
        .withMessageContaining("resolve = 0 ms")
        .withMessageContaining("1 s to 1 day");
  }
}
