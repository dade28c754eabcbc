package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.cluster.ChangeLog;
import io.ballast.cluster.ClusterSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Node;
import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestTls;
import io.ballast.relay.ConnectSettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.relay.tls.TlsCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificates of a running proxy are renewed, all or none. */
final class CertificateReloadTest {
  @TempDir private Path directory;
  private TestAuthority authority;
  private TestAuthority.Issued own;
  private TestTls client;

  @BeforeEach
  void issue() {
    authority = new TestAuthority(directory, "authority");
    own = authority.issue("proxy", "localhost", "127.0.0.1");
    client = TestTls.trusting(authority.certificate());
  }

  private Proxy start(TestServer server) throws IOException {
    Node node = new Node("n1", new HostPort("127.0.0.1", server.port()), "default", 1);
    NodeTlsSettings nodes = NodeTlsSettings.DEFAULT.withCa(authority.certificate());
    ClusterPolicy policy =
        EditedProxy.connecting(
            ClusterSettings.of("phones", List.of(node)), ConnectSettings.DEFAULT.withTls(nodes));
    ListenerSettings listener =
        ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0))
            .withTls(ListenerTlsSettings.of(new TlsCredentials(own.cert(), own.key())));
    return Proxy.start(
        new ProxySettings(
            List.of(policy),
            List.of(listener),
            new LoopSettings(1, LoopSettings.TransportChoice.AUTO)),
        ChangeLog.NONE,
        new ProxyObserver() {});
  }

  private TestSocket connect(Proxy proxy) throws IOException {
    return TestSocket.connect(proxy.listeners().get(0).address()).secure(client);
  }

  private static Object shown(TestSocket socket) throws IOException {
    socket.send("x").read(1);
    return ((SSLSocket) socket.socket()).getSession().getPeerCertificates()[0];
  }

  @Test
  void newConnectionsSeeTheNewCertificateAndOldOnesGoOn() throws Exception {
    TestTls node = TestTls.of(authority.certificate(), authority.issue("node", "127.0.0.1"));
    try (TestServer server = TestServer.secure(node, TestServer::echo);
        Proxy proxy = start(server);
        TestSocket before = connect(proxy)) {
      Object old = shown(before);
      authority.issue("proxy", "localhost", "127.0.0.1");
      proxy.reconfigure(proxy.settings(), Reconciliation.CONFIGURATION_HOLDS);
      try (TestSocket after = connect(proxy)) {
        assertThat(shown(after)).isNotEqualTo(old);
      }
      assertThat(shown(before)).isEqualTo(old);
    }
  }

  @Test
  void oneBadFileChangesNothing() throws Exception {
    TestTls node = TestTls.of(authority.certificate(), authority.issue("node", "127.0.0.1"));
    try (TestServer server = TestServer.secure(node, TestServer::echo);
        Proxy proxy = start(server);
        TestSocket before = connect(proxy)) {
      Object old = shown(before);
      authority.issue("proxy", "localhost", "127.0.0.1");
      byte[] good = Files.readAllBytes(authority.certificate());
      Files.writeString(authority.certificate(), "damaged");
      assertThatThrownBy(
              () -> proxy.reconfigure(proxy.settings(), Reconciliation.CONFIGURATION_HOLDS))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("clusters.phones.connect.tls.ca = ");
      Files.write(authority.certificate(), good);
      try (TestSocket after = connect(proxy)) {
        assertThat(shown(after)).isEqualTo(old);
      }
    }
  }

  @Test
  void tlsIsTurnedOnForNewConnectionsOnly() throws Exception {
    ListenerSettings plain = ListenerSettings.of("sets", "phones", new HostPort("127.0.0.1", 0));
    ListenerTlsSettings tls = ListenerTlsSettings.of(new TlsCredentials(own.cert(), own.key()));
    try (TestServer server = TestServer.echo();
        Proxy proxy = Proxy.start(settings(server, plain), ChangeLog.NONE, new ProxyObserver() {});
        TestSocket before = TestSocket.connect(proxy.listeners().get(0).address())) {
      before.send("x").read(1);
      proxy.reconfigure(settings(server, plain.withTls(tls)), Reconciliation.CONFIGURATION_HOLDS);
      try (TestSocket after = connect(proxy)) {
        shown(after);
      }
      assertThat(before.send("y").readText(1)).isEqualTo("y");
    }
  }

  private static ProxySettings settings(TestServer server, ListenerSettings listener) {
    Node node = new Node("n1", new HostPort("127.0.0.1", server.port()), "default", 1);
    return new ProxySettings(
        List.of(ClusterPolicy.of(ClusterSettings.of("phones", List.of(node)))),
        List.of(listener),
        new LoopSettings(1, LoopSettings.TransportChoice.AUTO));
  }
}
