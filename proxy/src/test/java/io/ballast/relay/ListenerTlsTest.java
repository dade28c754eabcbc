package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.Network;
import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestTls;
import io.ballast.identity.CertificatePart;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.relay.Wire.Papers;
import io.ballast.relay.tls.ClientCertificates;
import io.ballast.relay.tls.ListenerTls;
import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.TlsVersion;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS that ends at a listener. */
final class ListenerTlsTest {
  private static final ListenerTlsSettings ASKING =
      Papers.listener().withClients(ClientCertificates.OPTIONAL, Papers.AUTHORITY.certificate());
  private static final TestAuthority.Issued DEVICE =
      Papers.AUTHORITY.issue("device-7", "Device-7.example");
  private static final TestTls OF_DEVICE = TestTls.of(Papers.AUTHORITY.certificate(), DEVICE);

  @TempDir private Path directory;

  private static Rig rig(TestServer server, UnaryOperator<ListenerSettings> change)
      throws IOException {
    return Rig.with(TransportChoice.AUTO)
        .node("n1", server.port())
        .listener(settings -> change.apply(settings.withTls(Papers.listener())))
        .client(Papers.CLIENT_END)
        .start();
  }

  private static String setOf(Rig rig, TestTls end, String host) throws IOException {
    int before = rig.opened.size();
    try (TestSocket client = TestSocket.connect(rig.listener.address()).secure(end, host)) {
      client.send("x").read(1);
      return rig.opened.stream().skip(before).findFirst().orElseThrow().set().text();
    }
  }

  @Test
  void plainBytesAreAnsweredWithAnAlert() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(client.read(7)).containsExactly(21, 3, 1, 0, 2, 2, 10);
      client.end();
      rig.awaitRejected(CloseReason.TLS_HANDSHAKE);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void clientThatDoesNotTrustTheCertificateIsTurnedAway() throws Exception {
    TestAuthority other = new TestAuthority(directory, "other");
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      assertThatThrownBy(() -> client.secure(TestTls.trusting(other.certificate())))
          .isInstanceOf(SSLException.class);
      rig.awaitRejected(CloseReason.TLS_HANDSHAKE);
    }
  }

  @Test
  void clientThatOnlyLooksInHasLeft() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings)) {
      TestSocket.connect(rig.listener.address()).close();
      rig.awaitRejected(CloseReason.CLIENT_LEFT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\26\3\1\2"})
  void handshakeHasTheDeadlineOfIdentification(String begun) throws Exception {
    TimeoutSettings soon =
        new TimeoutSettings(Duration.ofMillis(200), Duration.ZERO, Duration.ZERO);
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings.withTimeouts(soon));
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.send(begun);
      client.end();
      rig.awaitRejected(CloseReason.IDENTIFY_TIMEOUT);
    }
  }

  @Test
  void oldestVersionIsKept() throws Exception {
    ListenerTlsSettings strict = Papers.listener().withMinVersion(TlsVersion.V1_3);
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings.withTls(strict));
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      assertThatThrownBy(() -> client.secure(Papers.CLIENT_END.only("TLSv1.2")))
          .isInstanceOf(SSLException.class);
      rig.awaitRejected(CloseReason.TLS_HANDSHAKE);
    }
  }

  @Test
  void tls12CarriesASessionToItsEnd() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings);
        TestSocket client =
            TestSocket.connect(rig.listener.address()).secure(Papers.CLIENT_END.only("TLSv1.2"))) {
      assertThat(client.send("hello").readText(5)).isEqualTo("hello");
      client.socket().close();
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
      assertThat(rig.rejected).isEmpty();
      assertThat(rig.session().bytesFromClient()).isEqualTo(5);
      assertThat(rig.session().bytesFromNode()).isEqualTo(5);
    }
  }

  /** In TLS 1.2 the end of one stream is the end of both, so the answer has nowhere to go. */
  @Test
  void nodeWhoseAnswerComesAfterTheEndOfTls12IsReset() throws Exception {
    BlockingQueue<TestSocket.End> ends = new LinkedBlockingQueue<>();
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.readAll();
                  ends.add(endOf(peer));
                });
        Rig rig = rig(server, settings -> settings);
        TestSocket client =
            TestSocket.connect(rig.listener.address()).secure(Papers.CLIENT_END.only("TLSv1.2"))) {
      client.send("question").finish();
      assertThat(ends.poll(10, TimeUnit.SECONDS)).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.CLIENT_RESET);
    }
  }

  /** Sends until the peer has had enough. */
  private static TestSocket.End endOf(TestSocket peer) {
    try {
      while (true) {
        peer.send(new byte[1000]);
      }
    } catch (IOException reset) {
      return TestSocket.End.RESET;
    }
  }

  @Test
  void clientsStreamThatIsCutOffReachesTheNodeAsAReset() throws Exception {
    BlockingQueue<TestSocket.End> ends = new LinkedBlockingQueue<>();
    try (TestServer server = new TestServer(peer -> ends.add(peer.send("hi").end()));
        Rig rig = rig(server, settings -> settings);
        TestSocket client = rig.client()) {
      client.readText(2);
      client.cutOff();
      assertThat(ends.poll(10, TimeUnit.SECONDS)).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.CLIENT_TLS_BROKEN);
    }
  }

  @Test
  void clientThatHasBeenToldTheEndNeedNotSayItsOwn() throws Exception {
    try (TestServer server = new TestServer(peer -> peer.send("bye"));
        Rig rig = rig(server, settings -> settings);
        TestSocket client = rig.client()) {
      assertThat(client.readAll()).isEqualTo("bye".getBytes(StandardCharsets.US_ASCII));
      client.cutOff();
      rig.awaitClosed(CloseReason.NODE_CLOSED);
    }
  }

  @Test
  void garbageWithinTlsReachesTheNodeAsAReset() throws Exception {
    BlockingQueue<TestSocket.End> ends = new LinkedBlockingQueue<>();
    try (TestServer server = new TestServer(peer -> ends.add(peer.send("hi").end()));
        Rig rig = rig(server, settings -> settings);
        TestSocket connection = TestSocket.connect(rig.listener.address());
        TestSocket client = connection.secure(Papers.CLIENT_END)) {
      client.readText(2);
      connection.send("\27\3\3\0\24garbage garbage gar.");
      assertThat(ends.poll(10, TimeUnit.SECONDS)).isEqualTo(TestSocket.End.RESET);
      rig.awaitClosed(CloseReason.CLIENT_TLS_BROKEN);
    }
  }

  @Test
  void certificateThatIsRequiredMustBeThere() throws Exception {
    ListenerTlsSettings strict =
        Papers.listener().withClients(ClientCertificates.REQUIRED, Papers.AUTHORITY.certificate());
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings.withTls(strict))) {
      assertThat(setOf(rig, OF_DEVICE, "localhost")).isEqualTo("127.0.0.1");
      try (TestSocket client = rig.client()) {
        assertThat(client.end()).isNotEqualTo(TestSocket.End.EOF);
      }
      rig.awaitRejected(CloseReason.TLS_HANDSHAKE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void identityIsInTheCertificateWhetherTheSessionIsNewOrResumed(String version) throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            rig(
                server,
                settings ->
                    settings
                        .withTls(ASKING)
                        .withIdentity(new IdentitySettings.TlsClientCert(CertificatePart.CN)))) {
      for (int i = 0; i < 3; i++) {
        assertThat(setOf(rig, OF_DEVICE.only(version), "localhost")).isEqualTo("device-7");
      }
      assertThat(setOf(rig, Papers.CLIENT_END.only(version), "localhost")).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void identityMayBeAnotherPartOfTheCertificate() throws Exception {
    for (CertificatePart part : List.of(CertificatePart.SAN_DNS, CertificatePart.SUBJECT)) {
      try (TestServer server = TestServer.echo();
          Rig rig =
              rig(
                  server,
                  settings ->
                      settings
                          .withTls(ASKING)
                          .withIdentity(new IdentitySettings.TlsClientCert(part)))) {
        assertThat(setOf(rig, OF_DEVICE, "localhost"))
            .isEqualTo(part == CertificatePart.SAN_DNS ? "device-7.example" : "CN=device-7");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void hostNameOfTheHandshakeIsAnIdentity(String version) throws Exception {
    TestTls end = Papers.CLIENT_END.only(version);
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings.withIdentity(new IdentitySettings.Sni()))) {
      for (int i = 0; i < 3; i++) {
        assertThat(setOf(rig, end, "proxy.EXAMPLE")).isEqualTo("proxy.example");
      }
      assertThat(setOf(rig, end, "localhost")).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void identityIsTakenFromDecryptedBytesWhichTheNodeGetsToo() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            rig(
                server,
                settings ->
                    settings.withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)")));
        TestSocket client = rig.client()) {
      client.send("HEL");
      client.send("LO set-1\nmore");
      assertThat(client.readText(16)).isEqualTo("HELLO set-1\nmore");
      assertThat(rig.session().set().text()).isEqualTo("set-1");
    }
  }

  @Test
  void headerOfATrustedSenderStandsBeforeTheHandshake() throws Exception {
    ProxyProtocolSettings trusted =
        new ProxyProtocolSettings(
            List.of(Network.parse("127.0.0.0/8")), ProxyProtocolSettings.Send.NONE);
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, settings -> settings.withProxyProtocol(trusted));
        TestSocket connection = TestSocket.connect(rig.listener.address())) {
      connection.send("PROXY TCP4 192.0.2.9 192.0.2.1 4711 443\r\n");
      try (TestSocket client = connection.secure(Papers.CLIENT_END)) {
        assertThat(client.send("x").readText(1)).isEqualTo("x");
        assertThat(rig.session().set().text()).isEqualTo("192.0.2.9");
      }
    }
  }

  @Test
  void expiredCertificateIsUsedWithAWarning() {
    TestAuthority authority = new TestAuthority(directory, "own");
    TestAuthority.Issued expired = authority.issue("expired", Duration.ofMinutes(1), "localhost");
    assertThat(
            ListenerTls.load(
                    ListenerTlsSettings.of(Papers.credentials(expired)),
                    IdentitySettings.SourceAddress.DEFAULT)
                .warnings())
        .singleElement()
        .asString()
        .contains("cert = " + expired.cert())
        .contains("has expired on");
  }
}
