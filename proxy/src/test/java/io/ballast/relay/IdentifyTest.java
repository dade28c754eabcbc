package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.identity.IdentitySettings;
import io.ballast.session.CloseReason;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Who the set is, and that the node gets every byte all the same. */
@EachTransport
final class IdentifyTest {
  @Parameter LoopSettings.TransportChoice transport;

  private Rig.Builder byLine(TestServer server) {
    return Rig.with(transport)
        .node("n1", server.port())
        .listener(
            settings ->
                settings
                    .withIdentity(new IdentitySettings.Line("^HELLO (?P<id>\\S+)"))
                    .withOnMissing(ListenerSettings.OnMissing.REJECT));
  }

  @Test
  void lineThatComesByteByByteIsReadAndHandedOn() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start();
        TestSocket client = rig.client()) {
      String text = "HELLO set-7 and more\r\nnext";
      for (int i = 0; i < text.length(); i++) {
        client.send(text.substring(i, i + 1));
      }
      assertThat(client.readText(text.length())).isEqualTo(text);
      assertThat(rig.session().set().text()).isEqualTo("set-7");
    }
  }

  @Test
  void whatFollowsTheLineInTheSamePieceIsHandedOn() throws Exception {
    byte[] rest = Noise.bytes(1, 3_000_000);
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start();
        TestSocket client = rig.client()) {
      Thread sender = Sender.start(client.send("HELLO a\n"), rest);
      assertThat(client.readText(8)).isEqualTo("HELLO a\n");
      assertThat(Arrays.equals(client.readAll(), rest)).isTrue();
      sender.join();
    }
  }

  @Test
  void lineWithoutIdentityIsRejected() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start();
        TestSocket client = rig.client()) {
      client.send("GOODBYE\n");
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.NO_IDENTITY);
      assertThat(server.accepted()).isZero();
    }
  }

  @Test
  void lineWithoutEndIsMalformed() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start();
        TestSocket client = rig.client()) {
      client.send("HELLO ".repeat(700));
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.MALFORMED);
    }
  }

  @Test
  void clientThatFinishesBeforeItsLineIsWholeNamesNoSet() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start();
        TestSocket client = rig.client()) {
      client.send("HELLO a").finish();
      assertThat(client.end()).isEqualTo(TestSocket.End.RESET);
      rig.awaitRejected(CloseReason.NO_IDENTITY);
    }
  }

  @Test
  void clientThatLeavesWithoutAByteHasLeft() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = byLine(server).start()) {
      rig.client().close();
      rig.awaitRejected(CloseReason.CLIENT_LEFT);
      rig.client().reset();
      rig.awaitRejected(CloseReason.CLIENT_LEFT, CloseReason.CLIENT_LEFT);
    }
  }

  @Test
  void endpointMakesEachConnectionASetOfItsOwn() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig =
            Rig.with(transport)
                .node("n1", server.port())
                .listener(s -> s.withIdentity(new IdentitySettings.SourceEndpoint()))
                .start();
        TestSocket client = rig.client()) {
      client.send("x").read(1);
      assertThat(rig.session().set().text())
          .isEqualTo("127.0.0.1:" + client.socket().getLocalPort());
      assertThat(rig.session().affine()).isFalse();
    }
  }
}
