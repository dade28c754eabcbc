package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Example;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Between HAProxy and nginx in front, which send PROXY headers, and both behind, which want them.
 */
final class ProxyProtocolIT {
  @TempDir private Path directory;
  private final List<Peer> peers = new ArrayList<>();
  private Serving proxy;

  @BeforeEach
  void find() {
    Programs.assumeInstalled("curl", "curl");
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    Peer.closeAll(peers);
  }

  private Peer keep(Peer peer) {
    peers.add(peer);
    return peer;
  }

  /** A server that answers with the client's address as it was told, and with its own name. */
  private Peer behind(String program, String name) throws Exception {
    return keep(
        program.equals("haproxy")
            ? Peer.haproxy(
                directory,
                """
                frontend f
                  mode http
                  bind %%s accept-proxy
                  http-request return status 200 content-type text/plain lf-string "%s %%%%[src]"
                """
                    .formatted(name))
            : Peer.nginx(
                directory,
                """
                http {
                  access_log off;
                  server {
                    listen %%s proxy_protocol;
                    location / { return 200 "%s $proxy_protocol_addr"; }
                  }
                }
                """
                    .formatted(name)));
  }

  private Peer inFront(String program, String option) throws Exception {
    int port = proxy.listener("front").getPort();
    return keep(
        program.equals("haproxy")
            ? Peer.haproxy(
                directory,
                """
                listen l
                  mode tcp
                  bind %%s
                  server s 127.0.0.1:%d %s
                """
                    .formatted(port, option))
            : Peer.nginx(
                directory,
                """
                stream {
                  server {
                    listen %%s;
                    proxy_pass 127.0.0.1:%d;
                    proxy_protocol on;
                  }
                }
                """
                    .formatted(port)));
  }

  @ParameterizedTest
  @CsvSource({
    "haproxy, send-proxy, v1, haproxy",
    "haproxy, send-proxy-v2, v2, nginx",
    "nginx, '', v2, haproxy",
    "haproxy, send-proxy-v2 check inter 200ms, v1, nginx"
  })
  void theClientsAddressGoesAllTheWay(String inFront, String option, String send, String behind)
      throws Exception {
    proxy =
        Example.of("behind-haproxy")
            .with("10.0.0.41:8080", behind(behind, "a").address())
            .with("10.0.0.42:8080", behind(behind, "b").address())
            .with("10.0.0.0/29", "127.0.0.0/8")
            .with("send = v2", "send = " + send)
            .serve(directory);
    Peer front = inFront(inFront, option);
    for (int i = 1; i <= 5; i++) {
      String client = "127.0.9." + i;
      String node = proxy.ask("LOOKUP " + client).get(0);
      Spawned curl =
          Programs.run(
              directory,
              "curl",
              "-sS",
              "--max-time",
              "30",
              "--interface",
              client,
              "http://" + front.address() + "/");
      assertThat(curl.out()).as("%s", curl).containsExactly(node + " " + client);
    }
    assertThat(proxy.numbers("STATS")).doesNotContainKey("malformed");
  }
}
