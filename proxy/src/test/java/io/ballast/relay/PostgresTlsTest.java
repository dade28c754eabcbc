package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.PostgresEncryption;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.relay.Wire.Papers;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** PostgreSQL's way to TLS that ends at a listener: the client asks first. */
final class PostgresTlsTest {
  private static final String SSL_REQUEST = "\0\0\0\10\4\u00d2\26/";
  private static final String GSS_REQUEST = "\0\0\0\10\4\u00d2\26" + "0";
  private static final String STARTUP = "\0\0\0\24\0\3\0\0user\0alice\0\0";
  private static final String CANCEL = "\0\0\0\20\4\u00d2\26.\0\0\0\1\0\0\0\2";

  private static Rig rig(TestServer server) throws IOException {
    IdentitySettings identity =
        new IdentitySettings.PostgresUser(PostgresEncryption.TERMINATE, PostgresEncryption.REFUSE);
    return Rig.with(TransportChoice.AUTO)
        .node("n1", server.port())
        .listener(settings -> settings.withTls(Papers.listener()).withIdentity(identity))
        .start();
  }

  private static void assertStarts(Rig rig, TestSocket connection) throws IOException {
    try (TestSocket client = connection.secure(Papers.CLIENT_END)) {
      client.send(STARTUP);
      assertThat(client.readText(STARTUP.length())).isEqualTo(STARTUP);
      assertThat(rig.session().set().text()).isEqualTo("alice/alice");
    }
    rig.awaitClosed(CloseReason.CLIENT_CLOSED);
    assertThat(rig.session().bytesFromNode()).isEqualTo(STARTUP.length());
  }

  @Test
  void clientThatAsksForTlsGetsItAndSaysWhoItIsWithin() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      assertThat(client.send(GSS_REQUEST).readText(1)).isEqualTo("N");
      assertThat(client.send(SSL_REQUEST).readText(1)).isEqualTo("S");
      assertStarts(rig, client);
    }
  }

  @Test
  void clientThatBeginsWithTheHandshakeIsServedToo() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      assertStarts(rig, client);
    }
  }

  @Test
  void clientThatDoesNotAskIsTurnedAway() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.send(STARTUP).end();
      rig.awaitRejected(CloseReason.MALFORMED);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void plainBytesWhereTheHandshakeIsDueAreRefused() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.send(SSL_REQUEST + STARTUP);
      assertThat(client.readText(1)).isEqualTo("S");
      client.end();
      rig.awaitRejected(CloseReason.TLS_HANDSHAKE);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void silentClientIsNotLetThroughWithoutTls() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(TransportChoice.AUTO)
                .node("n1", server.port())
                .listener(
                    settings ->
                        settings
                            .withTls(Papers.listener())
                            .withTimeouts(
                                new TimeoutSettings(
                                    Duration.ofMillis(200), Duration.ZERO, Duration.ZERO))
                            .withIdentity(
                                new IdentitySettings.PostgresUser(
                                    PostgresEncryption.TERMINATE, PostgresEncryption.REFUSE)))
                .start();
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.end();
      rig.awaitRejected(CloseReason.IDENTIFY_TIMEOUT);
      assertThat(server.accepted()).isZero();
    }
  }

  /** As servers do; it carries a secret of its own, and clients send it without TLS. */
  @Test
  void cancelRequestGoesByItsSourceAddress() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server);
        TestSocket client = TestSocket.connect(rig.listener.address())) {
      client.send(CANCEL);
      assertThat(client.readText(CANCEL.length())).isEqualTo(CANCEL);
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.1");
    }
  }
}
