package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerConfigurationTest {
  private static final List<InetSocketAddress> BACKENDS = List.of(local(7001), local(7002));

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static PeerConfiguration with(int threads) {
    return new PeerConfiguration(local(6800), BACKENDS, threads);
  }

  @Test
  void eachPeerHasAllBackendsAndItsThreads() {
    PeerConfiguration two = with(2);
    Config ballast = ConfigFactory.parseString(two.ballast(Path.of("/tmp/state file"), ""));

    assertThat(two.haproxy(false))
        .contains("nbthread 2\n", "server backend-1 127.0.0.1:7001 ", "backend-2 127.0.0.1:7002 ");
    assertThat(two.nginx("nginx", ""))
        .contains("worker_processes 2;", "server 127.0.0.1:7001 ", "server 127.0.0.1:7002 ");
    assertThat(ballast.getInt("ballast.loops.threads")).isEqualTo(2);
    assertThat(ballast.getString("ballast.clusters.one.nodes.backend-2.address"))
        .isEqualTo("127.0.0.1:7002");
    assertThat(ballast.getString("ballast.store.file")).isEqualTo("/tmp/state file");
  }

  @Test
  void haproxySplicesOnlyWhenItIsToldTo() {
    assertThat(with(1).haproxy(false)).doesNotContain("splice", "pipesize");
    assertThat(with(1).haproxy(true))
        .contains("tune.pipesize 262144\n", "option splice-request\n", "option splice-response\n");
  }

  @Test
  void moreConfigurationHasTheLastWord() {
    String text = with(1).ballast(Path.of("state"), "loops.threads = 3");

    assertThat(ConfigFactory.parseString(text).getInt("ballast.loops.threads")).isEqualTo(3);
  }

  @Test
  void addressesOfTheBackendAreReadFromItsLine() {
    assertThat(Addresses.inLine("raw 127.0.0.1:7001 127.0.0.1:7002")).isEqualTo(BACKENDS);
  }
}
