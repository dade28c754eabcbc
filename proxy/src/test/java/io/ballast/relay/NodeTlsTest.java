package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestTls;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.relay.Wire.Papers;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to nodes. */
final class NodeTlsTest {
  @TempDir private Path directory;

  private static Rig.Builder speaking(NodeTlsSettings tls) {
    return Rig.with(TransportChoice.AUTO)
        .listener(
            settings -> settings.withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)")))
        .connect(new ConnectSettings(List.of(), Duration.ofSeconds(20)).withTls(tls));
  }

  private static TestServer good() throws IOException {
    return TestServer.secure(Papers.NODE_END, TestServer::echo);
  }

  /** Each set whose owner is the bad node is served by the good one. */
  private static void assertPassedOver(
      TestServer bad, NodeTlsSettings tls, Duration timeout, ConnectOutcome outcome)
      throws Exception {
    try (TestServer good = good();
        Rig rig =
            speaking(tls)
                .connect(new ConnectSettings(List.of(), timeout).withTls(tls))
                .node("bad", bad.port())
                .node("good", good.port())
                .start();
        TestSocket client = rig.client()) {
      String hello = "HELLO " + rig.setOwnedBy("bad") + "\n";
      assertThat(client.send(hello).readText(hello.length())).isEqualTo(hello);
      assertThat(rig.session().node()).isEqualTo("good");
      assertThat(rig.connects).containsExactly(outcome, ConnectOutcome.CONNECTED);
    }
  }

  @Test
  void nodeWhoseCertificateNamesAnotherHostIsPassedOver() throws Exception {
    TestAuthority.Issued elsewhere = Papers.AUTHORITY.issue("elsewhere", "elsewhere.example");
    TestTls end = TestTls.of(Papers.AUTHORITY.certificate(), elsewhere);
    try (TestServer bad = TestServer.secure(end, TestServer::echo)) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(20), ConnectOutcome.TLS_FAILED);
    }
  }

  @Test
  void nodeWhoseCertificateIsSignedByAStrangerIsPassedOver() throws Exception {
    TestAuthority other = new TestAuthority(directory, "other");
    TestTls end = TestTls.of(other.certificate(), other.issue("node", "localhost", "127.0.0.1"));
    try (TestServer bad = TestServer.secure(end, TestServer::echo)) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(20), ConnectOutcome.TLS_FAILED);
    }
  }

  @Test
  void nodeWithoutTlsIsPassedOver() throws Exception {
    try (TestServer bad = new TestServer(peer -> peer.send("220 plain\r\n").end())) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(20), ConnectOutcome.TLS_FAILED);
    }
  }

  @Test
  void nodeThatLeavesInTheHandshakeIsPassedOver() throws Exception {
    try (TestServer bad = new TestServer(peer -> peer.finish().end())) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(20), ConnectOutcome.TLS_FAILED);
    }
    try (TestServer bad =
        new TestServer(
            peer -> {
              peer.read(1);
              peer.reset();
            })) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(20), ConnectOutcome.TLS_FAILED);
    }
  }

  @Test
  void timeToConnectIncludesTheHandshake() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (TestServer bad = new TestServer(peer -> never.await())) {
      assertPassedOver(bad, Papers.nodes(), Duration.ofSeconds(2), ConnectOutcome.TIMED_OUT);
    }
  }

  @Test
  void anyCertificateIsTakenIfNothingIsVerified() throws Exception {
    TestAuthority other = new TestAuthority(directory, "other");
    TestTls end = TestTls.of(other.certificate(), other.issue("node", "elsewhere.example"));
    try (TestServer server = TestServer.secure(end, TestServer::echo);
        Rig rig =
            speaking(NodeTlsSettings.DEFAULT.withoutVerification())
                .node("n1", server.port())
                .start();
        TestSocket client = rig.client()) {
      assertThat(client.send("HELLO x\n").readText(8)).isEqualTo("HELLO x\n");
    }
  }

  @Test
  void nodesMayHaveOneNameInCommon() throws Exception {
    TestTls end =
        TestTls.of(Papers.AUTHORITY.certificate(), Papers.AUTHORITY.issue("common", "db.example"));
    try (TestServer server = TestServer.secure(end, TestServer::echo);
        Rig rig =
            speaking(Papers.nodes().withServerName("db.example"))
                .node("n1", server.port())
                .start();
        TestSocket client = rig.client()) {
      assertThat(client.send("HELLO x\n").readText(8)).isEqualTo("HELLO x\n");
    }
  }

  @Test
  void nodeThatAsksIsShownACertificate() throws Exception {
    BlockingQueue<String> shown = new LinkedBlockingQueue<>();
    NodeTlsSettings tls = Papers.nodes().withCredentials(Papers.credentials(Papers.PROXY));
    try (TestServer server =
            TestServer.secure(
                Papers.NODE_END,
                peer ->
                    shown.add(
                        ((SSLSocket) peer.socket()).getSession().getPeerPrincipal().getName()));
        Rig rig = speaking(tls).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      client.send("HELLO x\n").end();
      assertThat(shown.poll(10, TimeUnit.SECONDS)).isEqualTo("CN=proxy");
    }
  }

  @Test
  void headerStandsBeforeTheHandshake() throws Exception {
    BlockingQueue<String> headers = new LinkedBlockingQueue<>();
    try (TestServer server =
            new TestServer(
                peer -> {
                  StringBuilder line = new StringBuilder();
                  while (line.indexOf("\n") < 0) {
                    line.append(peer.readText(1));
                  }
                  headers.add(line.toString());
                  try (TestSocket secured = peer.secureAsServer(Papers.NODE_END)) {
                    TestServer.echo(secured);
                  }
                });
        Rig rig =
            speaking(Papers.nodes())
                .listener(
                    settings ->
                        settings.withProxyProtocol(
                            new ProxyProtocolSettings(List.of(), ProxyProtocolSettings.Send.V1)))
                .node("n1", server.port())
                .start();
        TestSocket client = rig.client()) {
      assertThat(client.send("HELLO x\n").readText(8)).isEqualTo("HELLO x\n");
      assertThat(headers.poll(10, TimeUnit.SECONDS)).startsWith("PROXY TCP4 127.0.0.1 127.0.0.1 ");
    }
  }

  @Test
  void nodesStreamThatIsCutOffReachesTheClientAsAReset() throws Exception {
    try (TestServer server =
            TestServer.secure(
                Papers.NODE_END,
                peer -> {
                  peer.read(8);
                  peer.cutOff();
                });
        Rig rig = speaking(Papers.nodes()).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      client.send("HELLO x\n");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.NODE_TLS_BROKEN);
    }
  }

  @Test
  void tls12CarriesASessionToItsEnd() throws Exception {
    try (TestServer server =
            TestServer.secure(
                Papers.NODE_END.only("TLSv1.2"), peer -> peer.send(peer.read(8)).send("bye"));
        Rig rig = speaking(Papers.nodes()).node("n1", server.port()).start();
        TestSocket client = rig.client()) {
      client.send("HELLO x\n");
      assertThat(client.readText(11)).isEqualTo("HELLO x\nbye");
      assertThat(client.end()).isEqualTo(TestSocket.End.EOF);
      client.finish();
      rig.awaitClosed(CloseReason.NODE_CLOSED);
    }
  }
}
