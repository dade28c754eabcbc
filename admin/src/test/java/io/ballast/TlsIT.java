package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestAuthority.Issued;
import io.ballast.process.Example;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS that ends at the proxy, and TLS to nodes, with programs that others have written. */
final class TlsIT {
  private static final String SERVER_NAME = "node.example";

  @TempDir private Path directory;
  private final List<Peer> peers = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();
  private Serving proxy;
  private Issued own;
  private Issued node;
  private Issued device;

  @BeforeEach
  void issue() {
    TestAuthority authority = new TestAuthority(directory, "ca");
    new TestAuthority(directory, "other-ca");
    own = authority.issue("proxy", "proxy.example", "127.0.0.1");
    node = authority.issue("node", SERVER_NAME);
    device = authority.issue("device-7");
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    Peer.closeAll(peers);
    for (Path path : files) {
      Programs.run(directory, "rm", "-rf", path.toString());
    }
  }

  private Peer keep(Peer peer) {
    peers.add(peer);
    return peer;
  }

  private String tls(String more) {
    return "tls { cert = \"%s\", key = \"%s\" %s }".formatted(own.cert(), own.key(), more);
  }

  private void serve(String address, String cluster, String listener) throws Exception {
    proxy =
        Serving.start(
            directory,
            """
            clusters.servers { nodes.n1.address = "%s", %s }
            listeners.front { cluster = servers, bind = "127.0.0.1:0", %s }
            """
                .formatted(address, cluster, listener));
  }

  private int port() {
    return proxy.listener("front").getPort();
  }

  private Peer webServer() throws Exception {
    return keep(
        Peer.nginx(
            directory,
            """
            http {
              access_log off;
              server {
                listen %%s ssl;
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_certificate %s;
                ssl_certificate_key %s;
                location / { return 200 "$ssl_server_name $ssl_protocol"; }
              }
            }
            """
                .formatted(node.cert(), node.key())));
  }

  private static String toNodes() {
    return "connect.tls { ca = \"ca.pem\", server-name = " + SERVER_NAME + " }";
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2", "1.3"})
  void curlSpeaksTlsToTheProxyAndTheProxyToNginx(String version) throws Exception {
    Programs.assumeInstalled("curl", "curl");
    serve(webServer().address(), toNodes(), tls("") + ", identity = sni");
    Spawned answer =
        Programs.shell(
            directory,
            "curl -sS --max-time 30 --cacert ca.pem --tlsv$1 --tls-max $1"
                + " --resolve proxy.example:$2:127.0.0.1 https://proxy.example:$2/",
            version,
            port());
    assertThat(answer.out()).as("%s", answer).containsExactly(SERVER_NAME + " TLSv1.3");
    proxy.awaitSessions(0);
    assertThat(proxy.numbers("STATS")).containsEntry("closed-client-closed", 1);
  }

  @Test
  void nodeWithTheWrongNameIsToldInTheLog() throws Exception {
    Programs.assumeInstalled("curl", "curl");
    serve(webServer().address(), "connect.tls.ca = \"ca.pem\"", tls(""));
    Spawned answer =
        Programs.shell(directory, "curl -sSk --max-time 30 https://127.0.0.1:$1/", port());
    assertThat(answer.awaitExit()).as("%s", answer).isNotZero();
    assertThat(proxy.numbers("STATS"))
        .containsEntry("rejected-connect-failed", 1)
        .containsEntry("connects-tls-failed", 1);
    assertThat(proxy.process().err())
        .anyMatch(line -> line.contains("cluster servers: no TLS with the node at"));
  }

  private Spawned openssl(String input, String options) throws Exception {
    Programs.assumeInstalled("openssl", "openssl");
    return Programs.shell(
        directory, input + " | openssl s_client -connect 127.0.0.1:$1 " + options, port());
  }

  @ParameterizedTest
  @CsvSource({
    "-tls1_2, -cert device-7.pem -key device-7-key.pem, device-7",
    "-tls1_3, -cert device-7.pem -key device-7-key.pem, device-7",
    "-tls1_3, '', 127.0.0.1"
  })
  void opensslShowsACertificateThatSaysWhoItIs(String version, String shows, String set)
      throws Exception {
    serve(
        webServer().address(),
        toNodes(),
        tls(", client-certs = optional, client-ca = \"ca.pem\"")
            + ", identity = tls-client-cert, on-missing = source-address");
    Spawned client =
        openssl(
            "printf 'GET / HTTP/1.0\\r\\n\\r\\n'",
            "-quiet -CAfile ca.pem -verify_return_error " + version + " " + shows);
    assertThat(client.out()).as("%s", client).contains(SERVER_NAME + " TLSv1.3");
    assertThat(proxy.ask("LOOKUP " + set)).contains("n1");
  }

  @Test
  void clientsWithoutTrustOrACertificateAreTurnedAway() throws Exception {
    serve(
        webServer().address(), toNodes(), tls(", client-certs = required, client-ca = \"ca.pem\""));
    assertThat(openssl("true", "-CAfile other-ca.pem -verify_return_error").awaitExit())
        .isNotZero();
    Spawned nameless = openssl("printf 'GET / HTTP/1.0\\r\\n\\r\\n'", "-quiet -tls1_2");
    assertThat(nameless.out()).isEmpty();
    assertThat(proxy.numbers("STATS")).containsEntry("rejected-tls-handshake", 2);
  }

  @Test
  void renegotiationIsRefused() throws Exception {
    serve(webServer().address(), toNodes(), tls(""));
    Spawned client = openssl("printf 'R\\n'", "-tls1_2 -CAfile ca.pem");
    assertThat(client.err()).as("%s", client).contains("RENEGOTIATING");
    proxy.awaitSessions(0);
    // It may ask before the node has taken the connection.
    assertThat(proxy.ask("STATS"))
        .containsAnyOf("closed-client-tls-broken: 1", "rejected-client-left: 1");
  }

  @Test
  void sessionsAreResumed() throws Exception {
    serve(webServer().address(), toNodes(), tls(""));
    Spawned client = openssl("true", "-tls1_2 -CAfile ca.pem -reconnect");
    assertThat(client.out()).as("%s", client).anyMatch(line -> line.startsWith("Reused, TLSv1.2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"require", "verify-full"})
  void psqlAsksForTlsAndIsKnownByItsUser(String mode) throws Exception {
    files.add(Files.createTempDirectory("ballast-postgresql"));
    Peer server = keep(Peer.postgresql(files.get(0)));
    serve(server.address(), "", tls("") + ", identity.postgres-user.ssl = terminate");
    Spawned answer =
        Programs.shell(
            directory,
            "psql \"host=proxy.example hostaddr=127.0.0.1 connect_timeout=20 port=$1 user=postgres"
                + " dbname=template1 sslrootcert=ca.pem sslmode=$2\" -Atc 'select current_user'",
            port(),
            mode);
    assertThat(answer.out()).as("%s", answer).containsExactly("postgres");
    Spawned plain =
        Programs.shell(
            directory,
            "psql \"host=127.0.0.1 port=$1 user=postgres sslmode=disable\" -Atc 'select 1'",
            port());
    assertThat(plain.out()).isEmpty();
  }

  @Test
  void haproxyInFrontAndBehindSpeaksTlsAfterItsHeaders() throws Exception {
    Programs.assumeInstalled("curl", "curl");
    Files.writeString(
        directory.resolve("both.pem"),
        Files.readString(node.cert()) + Files.readString(node.key()));
    Peer behind =
        keep(
            Peer.haproxy(
                directory,
                """
                frontend f
                  mode http
                  bind %s accept-proxy ssl crt both.pem
                  http-request return status 200 content-type text/plain lf-string "%%[src]"
                """));
    serve(
        behind.address(),
        toNodes(),
        tls("") + ", proxy-protocol { accept-from = [\"127.0.0.0/8\"], send = v2 }");
    Peer front =
        keep(
            Peer.haproxy(
                directory,
                """
                listen l
                  mode tcp
                  bind %%s
                  server s 127.0.0.1:%d send-proxy-v2 ssl ca-file ca.pem verify required verifyhost proxy.example
                """
                    .formatted(port())));
    Spawned answer =
        Programs.shell(
            directory, "curl -sS --max-time 30 --interface 127.0.9.1 http://$1/", front.address());
    assertThat(answer.out()).as("%s", answer).containsExactly("127.0.9.1");
  }

  @Test
  void aDeviceOfTheMqttExampleIsKnownByItsCertificate() throws Exception {
    Peer first = keep(Peer.mosquitto(directory));
    Peer second = keep(Peer.mosquitto(directory));
    proxy =
        Example.of("mqtt-tls")
            .with("10.0.0.11:1883", first.address())
            .with("10.0.0.12:1883", second.address())
            .with("/etc/ballast/tls/chain.pem", own.cert().toString())
            .with("/etc/ballast/tls/key.pem", own.key().toString())
            .with("/etc/ballast/tls/devices-ca.pem", directory.resolve("ca.pem").toString())
            .serve(directory);
    int mqtts = proxy.listener("mqtts").getPort();
    Spawned publisher =
        Programs.shell(
            directory,
            "mosquitto_pub -h 127.0.0.1 -p $1 -i whatever -q 1 -r -t state -m on"
                + " --cafile ca.pem --cert $2 --key $3",
            mqtts,
            device.cert(),
            device.key());
    assertThat(publisher.err()).as("%s", publisher).isEmpty();
    Peer owner = proxy.ask("LOOKUP device-7").get(0).equals("broker-1") ? first : second;
    Spawned subscriber =
        Programs.shell(
            directory, "mosquitto_sub -h $1 -p $2 -t state -C 1 -W 20", owner.host(), owner.port());
    assertThat(subscriber.out()).containsExactly("on");
    Spawned stranger =
        Programs.shell(
            directory, "mosquitto_pub -h 127.0.0.1 -p $1 -t state -m off --cafile ca.pem", mqtts);
    assertThat(stranger.awaitExit()).isNotZero();
  }
}
