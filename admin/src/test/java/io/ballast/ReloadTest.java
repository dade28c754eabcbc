package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Change;
import io.ballast.command.Audit;
import io.ballast.command.ReloadReport;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reload applies, what it refuses, and what it says. */
final class ReloadTest extends ReloadFixture {
  private static void assertRefused(ReloadReport report, String message) {
    assertThat(report.refusal().orElseThrow()).hasMessageContaining(message);
  }

  @Test
  void unchangedFileChangesNothing() throws Exception {
    start(TWO_NODES);
    assertDone(edit(TWO_NODES), "0 changes");
    assertThat(told).containsExactly("begun", "ended true");
  }

  @Test
  void invalidFileChangesNothingAndAllThatIsWrongIsSaid() throws Exception {
    start(TWO_NODES);
    ReloadReport report =
        edit("nodes { a { address = \"127.0.0.1:9\", weight = -1 }, b { adress = x } }");
    assertRefused(report, "3 problems in the file; nothing was changed");
    assertThat(report.lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("clusters.c.nodes.a.weight = -1: a weight is 0 or more"))
        .anyMatch(line -> line.contains("nodes.b.adress: unknown key"))
        .allMatch(line -> line.matches("t:[0-9]+: .*"));
    assertThat(weight("a")).isEqualTo(10);
    assertThat(told).containsExactly("begun", "ended false");
  }

  @Test
  void reloadsThatWereMadeAreAmongTheRecentChanges() throws Exception {
    start(TWO_NODES);
    edit("nodes { a { address = x }");
    assertThat(audit.recent()).isEmpty();
    edit(TWO_NODES.replace("weight = 10", "weight = 11"));
    assertThat(audit.recent())
        .containsExactly(new Audit.Entry(0, "", "test", "reload: 1 change: weight c/a: 10 -> 11"));
    edit(
        """
        zones { asia {} }
        nodes { a { address = "127.0.0.1:9", weight = 1 }, b { address = "127.0.0.1:8" } }
        balance { dwell = 5s, enter = 0.3, rate = 7 }
        """);
    assertThat(audit.recent().get(0).change())
        .startsWith("reload: 5 changes: ")
        .endsWith("; and 2 more");
  }

  @Test
  void whatCannotChangeIsSaidAndStaysInForce() throws Exception {
    start(TWO_NODES);
    ReloadReport report =
        editFile(
            text(
                TWO_NODES.replace("weight = 10", "weight = 11"),
                "loops.threads = 3, store.file = other, admin.secret = hush,"
                    + " admin.telnet.idle = 5m"));
    assertDone(
        report,
        "1 change; 4 need a restart",
        "weight c/a: 10 -> 11",
        "needs a restart: admin.telnet.idle: 600s -> 300s",
        "needs a restart: loops.threads: 0 -> 3",
        "needs a restart: store.file: state/ballast.state -> other",
        "needs a restart: admin.secret: changed");
    assertThat(SettingsInForce.of(reload.inForce()))
        .contains("loops.threads = 0", "admin.secret = (none)", "admin.telnet.idle = 600s");
    assertThat(edit(TWO_NODES.replace("weight = 10", "weight = 11")).summary())
        .isEqualTo("0 changes");
  }

  @Test
  void everyKindOfSettingIsToldByItsKeyAndFollowed() throws Exception {
    start(TWO_NODES);
    ReloadReport report =
        editFile(
            text(
                TWO_NODES
                    + """
                    balance { mode = observe, dwell = 5s, enter = 0.3 }
                    placement.attempts = 2
                    connect { timeout = 3s, failover-rate = 9, congestion-control = reno }
                    resolve = 7s
                    ring.points-per-weight = 64
                    """,
                """
                listeners.l {
                  cluster = c, bind = "127.0.0.1:0", on-missing = reject
                  limits.sessions = 9, timeouts.idle = 1h, keepalive.probes = 3
                  access.deny = [ "10.0.0.0/8" ], move.mode = none, congestion-control = reno
                }
                """));
    assertThat(report.lines())
        .contains(
            "clusters.c.balance.mode: move -> observe",
            "clusters.c.balance.dwell: 30s -> 5s",
            "clusters.c.balance.enter: 0.2 -> 0.3",
            "clusters.c.placement.attempts: 4 -> 2",
            "clusters.c.connect.timeout: 2s -> 3s",
            "clusters.c.connect.congestion-control: auto -> reno",
            "clusters.c.resolve: 30s -> 7s",
            "clusters.c.ring.points-per-weight: 128 -> 64",
            "listeners.l.on-missing: source-address -> reject",
            "listeners.l.limits.sessions: 0 -> 9",
            "listeners.l.timeouts.idle: 0s -> 3600s",
            "listeners.l.keepalive.probes: 6 -> 3",
            "listeners.l.congestion-control: auto -> reno",
            "listeners.l.access.deny: [] -> [10.0.0.0/8]",
            "listeners.l.move.mode: reconnect -> none");
    assertThat(SettingsInForce.of(reload.inForce()))
        .contains("clusters.c.balance.dwell = 5s", "listeners.l.limits.sessions = 9");
    assertThat(proxy.listeners().get(0).settings().limits().sessions()).isEqualTo(9);
    assertThat(cluster().policy().placement().attempts()).isEqualTo(2);
    assertThat(snapshot().ringSettings().pointsPerWeight()).isEqualTo(64);
  }

  @Test
  void clustersAndListenersComeAndGo() throws Exception {
    start(TWO_NODES);
    String two =
        text(
                TWO_NODES,
                "listeners { l { cluster = c, bind = \"127.0.0.1:0\" },"
                    + " m { cluster = d, bind = \"127.0.0.1:0\" } }")
            .replace("ballast {", "ballast { clusters.d.nodes.z.address = \"127.0.0.1:9\"\n");
    assertDone(
        editFile(two),
        "2 changes",
        "cluster d: added",
        "listener m: added on 127.0.0.1:0 for cluster d");
    RunningCluster added = proxy.cluster("d").orElseThrow();
    added.submit(new Change.SetWeight("z", 7)).toCompletableFuture().join();
    assertDone(
        edit(TWO_NODES),
        "2 changes",
        "cluster d: removed, its sessions end",
        "listener m: removed, its sessions go on");
    assertThat(proxy.cluster("d")).isEmpty();
    editFile(two);
    assertThat(proxy.cluster("d").orElseThrow().snapshot().node("z").orElseThrow().node().weight())
        .as("what was set at run time before the cluster was removed")
        .isEqualTo(7);
  }

  @Test
  void addressThatIsTakenIsRefusedAndChangesNothing() throws Exception {
    start(TWO_NODES);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ReloadReport report =
          editFile(
              text(
                  TWO_NODES.replace("weight = 10", "weight = 99"),
                  "listeners.l { cluster = c, bind = \"127.0.0.1:"
                      + taken.getLocalPort()
                      + "\" }"));
      assertRefused(report, "listener l cannot listen there");
      assertRefused(report, "nothing was changed");
    }
    assertThat(weight("a")).isEqualTo(10);
  }

  @Test
  void changeThatCannotBeWrittenIsRefusedAndChangesNothing() throws Exception {
    start(TWO_NODES);
    store.close();
    assertRefused(edit(TWO_NODES.replace("weight = 10", "weight = 99")), "the store is closed");
    assertThat(weight("a")).isEqualTo(10);
  }

  @Test
  void zoneThatIsLeftWithoutANodeIsWarnedOf() throws Exception {
    start(TWO_NODES);
    ReloadReport report =
        edit(
            "zones { asia {} }, nodes { a { address = \"127.0.0.1:9\", weight = 0 },"
                + " b { address = \"127.0.0.1:9\", weight = 0 } }");
    assertThat(report.lines())
        .contains(
            "warning: cluster c: no node of a weight above 0 is left for new sessions of zone"
                + " asia; live sessions stay");
  }

  @Test
  void planSaysTheSameAndChangesNothing() throws Exception {
    start(TWO_NODES);
    String edited = text(TWO_NODES.replace("weight = 10", "weight = 20"), "loops.threads = 2");
    List<String> lines = List.of("weight c/a: 10 -> 20", "needs a restart: loops.threads: 0 -> 2");
    ReloadReport ofText = planned(Optional.of(edited));
    assertThat(ofText.lines()).isEqualTo(lines);
    assertThat(ofText.summary())
        .isEqualTo("1 change would be made; 0 sessions would move in 0s; 1 needs a restart");
    assertThat(weight("a")).isEqualTo(10);
    assertThat(planned(Optional.empty()).lines()).isEmpty();
    file = edited;
    assertThat(planned(Optional.empty()).lines()).isEqualTo(lines);
    assertThat(told).isEmpty();
    assertThat(editFile(edited).lines()).isEqualTo(lines);
  }

  @Test
  void planOfAnInvalidTextSaysAllThatIsWrong() throws Exception {
    start(TWO_NODES);
    ReloadReport report = planned(Optional.of("ballast { clusters.c {} , x = 1 }"));
    assertRefused(report, "2 problems");
    assertThat(report.lines()).allMatch(line -> line.startsWith("candidate:1: "));
  }

  @Test
  void stateFileAndFileAgreeIfTheProcessDiesRightAfterAReload() throws Exception {
    start(TWO_NODES);
    change(new Change.SetWeight("a", 77));
    change(new Change.SetWeight("b", 66));
    edit(TWO_NODES.replace("weight = 10", "weight = 20"));
    assertThat(Files.readString(directory.resolve("state")))
        .contains("\"b\" = 66, configured 100")
        .doesNotContain("77");
  }
}
