package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import io.ballast.http.HttpSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.store.StoreSettings;
import io.ballast.telnet.TelnetSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  private static final String SMALLEST =
      """
      ballast {
        clusters.phones.nodes.a.address = "127.0.0.1:6801"
        listeners.sets { cluster = phones, bind = "127.0.0.1:6800" }
      }
      """;

  private static Outcome<Configuration> outcome(String more, Map<String, String> environment) {
    return Configuration.read("x.conf", SMALLEST + more, environment);
  }

  private static Configuration configuration(String more) {
    return Reads.accepted(outcome(more, Map.of()));
  }

  private static List<String> problems(String more) {
    return Reads.problems(outcome(more, Map.of()));
  }

  @Test
  void theSmallestConfigurationHasTheDefaultsOfTheRecords() {
    Configuration configuration = configuration("");
    assertThat(configuration.proxy().clusters()).hasSize(1);
    assertThat(configuration.proxy().listeners()).hasSize(1);
    assertThat(configuration.proxy().loops()).isEqualTo(LoopSettings.DEFAULT);
    assertThat(configuration.telnet()).isEqualTo(TelnetSettings.defaults());
    assertThat(configuration.http()).isEqualTo(HttpSettings.defaults());
    assertThat(configuration.store()).isEqualTo(StoreSettings.DEFAULT);
  }

  @Test
  void aFileIsReadAsATextIs(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.conf"), SMALLEST);
    assertThat(Reads.accepted(Configuration.read(file, Map.of())))
        .usingRecursiveComparison()
        .isEqualTo(configuration(""));
  }

  @Test
  void anEmptyConfigurationMissesItsClustersAndListeners() {
    assertThat(Reads.problems(Configuration.read("x.conf", "ballast {}", Map.of())))
        .containsExactly(
            "x.conf:1: clusters: missing, and it has no default: add it",
            "x.conf:1: listeners: missing, and it has no default: add it");
    assertThat(
            Reads.problems(
                Configuration.read("x.conf", "ballast { clusters {}, listeners {} }", Map.of())))
        .containsExactly(
            "x.conf:1: ballast: clusters: a proxy fronts at least one cluster; add one");
  }

  @Test
  void loopsHaveTheirKeys() {
    assertThat(configuration("ballast.loops { threads = 3, transport = nio }").proxy().loops())
        .isEqualTo(new LoopSettings(3, LoopSettings.TransportChoice.NIO));
    assertThat(problems("ballast.loops.threads = -1"))
        .containsExactly(
            "x.conf:5: loops.threads = -1: event loops are 1 to 1024, or 0 for one a"
                + " processor");
  }

  @Test
  void congestionControlThatCannotBeHadIsReportedAtItsKey() {
    Reads.assertStarts(
        problems(
            """
            ballast.clusters.phones.connect.congestion-control = no-such-one
            ballast.listeners.sets.congestion-control = reno-no
            ballast.listeners.two {
              cluster = phones, bind = "127.0.0.1:0", congestion-control = reno
            }
            """),
        """
        x.conf:5: clusters.phones.connect.congestion-control = no-such-one: the system has no such
        x.conf:6: listeners.sets.congestion-control = reno-no: the system has no such
        """);
    assertThat(
            problems(
                """
                ballast.loops.transport = nio
                ballast.listeners.sets.congestion-control = reno
                ballast.clusters.phones.connect.congestion-control = auto
                """))
        .containsExactly(
            "x.conf:6: listeners.sets.congestion-control = reno: the transport nio cannot set it;"
                + " choose auto here, or another loops.transport");
  }

  @Test
  void telnetHasItsKeys() {
    String keys =
        """
        ballast.admin {
          secret = ${?BALLAST_SECRET}
          telnet { bind = "0.0.0.0:7000", idle = 5m, max-connections = 3 }
        }
        """;
    assertThat(Reads.accepted(outcome(keys, Map.of("BALLAST_SECRET", "hunter2"))).telnet())
        .isEqualTo(
            new TelnetSettings(
                new HostPort("0.0.0.0", 7000),
                Optional.of(Secret.of("hunter2")),
                Duration.ofMinutes(5),
                3));
  }

  @Test
  void theStoreHasAFileOrNone() {
    assertThat(configuration("ballast.store.file = \"/var/lib/ballast/state\"").store())
        .isEqualTo(new StoreSettings(Optional.of(Path.of("/var/lib/ballast/state"))));
    assertThat(configuration("ballast.store.file = \"\"").store()).isEqualTo(StoreSettings.NONE);
    assertThat(problems("ballast.store.file = \"/\""))
        .containsExactly(
            "x.conf:5: store.file = /: it is the path of a file, such as state/ballast.state; leave"
                + " it empty to keep nothing");
    assertThat(problems("ballast.store.file = \"a\\u0000b\"")).hasSize(1);
  }

  @Test
  void anAdminAddressThatIsNotLoopbackNeedsASecret() {
    assertThat(problems("ballast.admin {\n telnet.bind = \"0.0.0.0:6809\"\n}"))
        .containsExactly(
            "x.conf:6: admin.telnet.bind = 0.0.0.0:6809: an admin address that is not loopback"
                + " needs a secret; set one, or bind to 127.0.0.1");
  }

  @Test
  void aSecretThatIsWrongIsNotMissedAsWell() {
    assertThat(problems("ballast.admin {\n telnet.bind = \"0.0.0.0:6809\"\n secret = \"\"\n}"))
        .singleElement()
        .asString()
        .startsWith("x.conf:7: admin.secret: ")
        .contains("at least one character");
    assertThat(problems("ballast.admin {\n telnet.bind = \"0.0.0.0:6809\"\n secret = ${NO}\n}"))
        .singleElement()
        .asString()
        .startsWith("x.conf:7: ${NO}: there is no such key");
  }

  @Test
  void theTelnetAddressIsNotThatOfAListener() {
    assertThat(problems("ballast.admin.telnet.bind = \"127.0.0.1:6800\""))
        .containsExactly(
            "x.conf:5: admin.telnet.bind = 127.0.0.1:6800: listener sets listens on"
                + " 127.0.0.1:6800; choose another port for one");
    assertThat(problems("ballast.listeners.b { cluster = phones, bind = \"0.0.0.0:6809\" }"))
        .singleElement()
        .asString()
        .contains("admin.telnet.bind: listener b listens on 0.0.0.0:6809; choose another port");
  }

  @Test
  void whatIsWrongInOnePlaceHidesNothingInAnother() {
    Reads.assertStarts(
        problems(
            """
            ballast {
              clusters.phones.nodes.b { address = "127.0.0.1:6802", zone = nowhere }
              clusters.phones.helth {}
              listeners.sets.cluster = fones
              listeners.sets.limits.sessions = many
              listeners.more { bind = "127.0.0.1:6800", cluster = phones }
              admin.https.bind = "127.0.0.1:6810"
              loop.threads = 1
            }
            """),
        """
        x.conf:6: clusters.phones.nodes.b.zone = nowhere: there is no such zone; add it to zones
        x.conf:7: clusters.phones.helth: unknown key; did you mean health?
        x.conf:8: listeners.sets.cluster = fones: there is no such cluster; add it to clusters
        x.conf:8: listeners.sets.cluster: the key is given twice, before on line 3
        x.conf:9: listeners.sets.limits.sessions = many: a whole number
        x.conf:10: listeners.more.bind = 127.0.0.1:6800: listener sets listens on 127.0.0.1:6800
        x.conf:11: admin.https: unknown key; did you mean http?
        x.conf:12: loop: unknown key; did you mean loops?
        """);
  }
}
