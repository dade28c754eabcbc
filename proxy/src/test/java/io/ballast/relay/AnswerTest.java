package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fuzz.Hex;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.PostgresEncryption;
import io.ballast.session.CloseReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Questions that come before a client says who it is: answered here, and kept from the node. */
@EachTransport
final class AnswerTest {
  private static final byte[] SSL_REQUEST = Hex.bytes("00000008 04d2162f");
  private static final byte[] GSSENC_REQUEST = Hex.bytes("00000008 04d21630");

  /** Protocol 3.0, user u, database d. */
  private static final byte[] STARTUP =
      Hex.bytes("0000001b 00030000 7573657200 7500 646174616261736500 6400 00");

  @Parameter LoopSettings.TransportChoice transport;

  private Rig postgres(TestServer server, IdentitySettings identity) throws IOException {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(
            settings ->
                settings
                    .withIdentity(identity)
                    .withOnMissing(ListenerSettings.OnMissing.REJECT)
                    .withTimeouts(
                        new TimeoutSettings(
                            Duration.ofMillis(700), Duration.ZERO, Duration.ofSeconds(60))))
        .start();
  }

  private Rig refusing(TestServer server) throws IOException {
    return postgres(server, IdentitySettings.PostgresUser.DEFAULT);
  }

  private static byte[] joined(byte[]... parts) {
    byte[] all = {};
    for (byte[] part : parts) {
      int at = all.length;
      all = Arrays.copyOf(all, at + part.length);
      System.arraycopy(part, 0, all, at, part.length);
    }
    return all;
  }

  @Test
  void nodeGetsWhatFollowsTheQuestionsAndNothingOfThem() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = refusing(server);
        TestSocket client = rig.client()) {
      assertThat(client.send(GSSENC_REQUEST).readText(1)).isEqualTo("N");
      assertThat(client.send(SSL_REQUEST).readText(1)).isEqualTo("N");
      assertThat(client.send(STARTUP).read(STARTUP.length)).isEqualTo(STARTUP);
      assertThat(rig.session().set().text()).isEqualTo("u/d");
      assertThat(client.send("x").readText(1)).isEqualTo("x");
    }
  }

  @Test
  void questionsAreAnsweredHoweverTheyAreCut() throws Exception {
    byte[] all = joined(SSL_REQUEST, GSSENC_REQUEST, STARTUP);
    try (TestServer server = TestServer.echo();
        Rig rig = refusing(server);
        TestSocket atOnce = rig.client();
        TestSocket byteByByte = rig.client()) {
      atOnce.send(all);
      for (byte b : all) {
        byteByByte.send(new byte[] {b});
      }
      for (TestSocket client : new TestSocket[] {atOnce, byteByByte}) {
        assertThat(client.readText(2)).isEqualTo("NN");
        assertThat(client.read(STARTUP.length)).isEqualTo(STARTUP);
      }
    }
  }

  @Test
  void clientThatAsksOnAndOnIsMalformed() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = refusing(server);
        TestSocket client = rig.client()) {
      client.send(joined(SSL_REQUEST, SSL_REQUEST, SSL_REQUEST));
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.MALFORMED);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void answerDoesNotPutOffTheDeadline() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = refusing(server);
        TestSocket client = rig.client()) {
      assertThat(client.send(SSL_REQUEST).readText(1)).isEqualTo("N");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.IDENTIFY_TIMEOUT);
    }
  }

  @Test
  void clientThatLeavesAfterAnAnswerHasLeft() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = refusing(server);
        TestSocket client = rig.client()) {
      assertThat(client.send(SSL_REQUEST).readText(1)).isEqualTo("N");
      client.finish();
      rig.awaitRejected(CloseReason.CLIENT_LEFT);
    }
  }

  @Test
  void questionThatIsPassedOnReachesTheNode() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(
                    settings ->
                        settings.withIdentity(
                            new IdentitySettings.PostgresUser(
                                PostgresEncryption.PASS_ON, PostgresEncryption.PASS_ON)))
                .start();
        TestSocket client = rig.client()) {
      assertThat(client.send(SSL_REQUEST).read(SSL_REQUEST.length)).isEqualTo(SSL_REQUEST);
      assertThat(rig.session().set().text()).isEqualTo("127.0.0.1");
    }
  }
}
