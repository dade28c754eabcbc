package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestClient;
import io.ballast.fixture.TestServer;
import io.ballast.placement.Reason;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions as they should be, over each transport. */
@ParameterizedClass
@EnumSource(TransportChoice.class)
final class RelayTest {
  private final TransportChoice transport;

  RelayTest(TransportChoice transport) {
    this.transport = transport;
  }

  @Test
  void bytesGoBothWays() throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = Rig.inFrontOf(transport, server);
        TestClient client = rig.client()) {
      client.send("hello");
      assertThat(client.readText(5)).isEqualTo("hello");
      Session session = rig.session();
      assertThat(session.set().text()).isEqualTo("127.0.0.1");
      assertThat(session.node()).isEqualTo("n1");
      assertThat(session.reason()).isEqualTo(Reason.OWNER);
      assertThat(session.state()).isEqualTo(SessionState.RELAYING);
      assertThat(rig.counts.live("n1")).isEqualTo(1);
      assertThat(rig.sessions.size()).isEqualTo(1);
      client.finish();
      assertThat(client.end()).isEqualTo(TestClient.End.EOF);
      rig.awaitClosed(CloseReason.CLIENT_CLOSED);
      assertThat(session.bytesFromClient()).isEqualTo(5);
      assertThat(session.bytesFromNode()).isEqualTo(5);
    }
  }
}
