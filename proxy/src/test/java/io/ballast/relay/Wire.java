package io.ballast.relay;

import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestTls;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.relay.tls.TlsCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the bytes of a test go over: the transport, and on which legs there is TLS 1.3. */
enum Wire {
  PLAIN(TransportChoice.AUTO, false, false),
  PLAIN_CHANNEL(TransportChoice.EPOLL_CHANNEL, false, false),
  PLAIN_NIO(TransportChoice.NIO, false, false),
  TLS_CLIENT(TransportChoice.AUTO, true, false),
  TLS_NODE(TransportChoice.AUTO, false, true),
  TLS_BOTH_NIO(TransportChoice.NIO, true, true);

  private final TransportChoice transport;
  private final boolean client;
  private final boolean node;

  /** Certificates for all of a test run. */
  static final class Papers {
    static final Path DIRECTORY = newDirectory();
    static final TestAuthority AUTHORITY = new TestAuthority(DIRECTORY, "authority");
    static final TestAuthority.Issued PROXY =
        AUTHORITY.issue("proxy", "localhost", "proxy.example", "127.0.0.1");
    static final TestAuthority.Issued NODE =
        AUTHORITY.issue("node", "localhost", "node.example", "127.0.0.1");
    static final TestTls CLIENT_END = TestTls.trusting(AUTHORITY.certificate());
    static final TestTls NODE_END = TestTls.of(AUTHORITY.certificate(), NODE);

    private Papers() {}

    private static Path newDirectory() {
      try {
        Path directory = Files.createTempDirectory("ballast-tls");
        directory.toFile().deleteOnExit();
        return directory;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static TlsCredentials credentials(TestAuthority.Issued issued) {
      return new TlsCredentials(issued.cert(), issued.key());
    }

    static ListenerTlsSettings listener() {
      return ListenerTlsSettings.of(credentials(PROXY));
    }

    static NodeTlsSettings nodes() {
      return NodeTlsSettings.DEFAULT.withCa(AUTHORITY.certificate());
    }
  }

  Wire(TransportChoice transport, boolean client, boolean node) {
    this.transport = transport;
    this.client = client;
    this.node = node;
  }

  TransportChoice transport() {
    return transport;
  }

  Rig.Builder prepare(Rig.Builder rig) {
    if (client) {
      rig.listener(settings -> settings.withTls(Papers.listener()));
      rig.client(Papers.CLIENT_END);
    }
    if (node) {
      rig.connect(ConnectSettings.DEFAULT.withTls(Papers.nodes()));
    }
    return rig;
  }

  TestServer server(TestServer.Script script) throws IOException {
    return node ? TestServer.secure(Papers.NODE_END, script) : new TestServer(script);
  }

  TestServer echo() throws IOException {
    return server(TestServer::echo);
  }
}
