package io.ballast.sessionlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.placement.Reason;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetSocketAddress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class EndedTest {
  private static final Instant TIME = Instant.parse("2026-03-04T05:06:07.089Z");
  private static final long MILLI = 1_000_000;

  @Test
  void sessionsLineHasAllThatIsKnown() {
    Session session = session("lobby-phone", "203.0.113.7", "North America");
    session.connected(3 * MILLI, 10 * MILLI);
    session.carried(100, 2000, 0);
    session.discarded(5);
    assertThat(new Ended.OfSession(session, CloseReason.CLIENT_CLOSED, TIME, 1234 * MILLI).line())
        .isEqualTo(
            "time=2026-03-04T05:06:07.089Z session=7 cluster=phones listener=sets set=lobby-phone"
                + " node=na-1 zone=\"North America\" placed=over-bound identify-ms=2 connect-ms=7"
                + " duration-ms=1233 from-client=100 from-node=2000 discarded=5"
                + " reason=client-closed client=203.0.113.7:5060");
  }

  @Test
  void noIdentityCanForgeALineOrAKey() {
    Session session = session("a b\nsession=8 \"x", "2001:db8::1", "default");
    assertThat(new Ended.OfSession(session, CloseReason.IDLE, TIME, 0).line())
        .contains(" set=\"a b\\x0asession=8 \\\"x\" node=")
        .endsWith(" client=[2001:db8:0:0:0:0:0:1]:5060")
        .doesNotContain("\n");
  }

  @Test
  void rejectedConnectionsLineHasTheSameKeys() {
    assertThat(
            new Ended.Rejected("phones", origin("203.0.113.7"), CloseReason.LIMIT_RATE, TIME)
                .line())
        .isEqualTo(
            "time=2026-03-04T05:06:07.089Z session=- cluster=phones listener=sets set=- node=-"
                + " zone=- placed=- identify-ms=- connect-ms=- duration-ms=- from-client=-"
                + " from-node=- discarded=- reason=limit-rate client=203.0.113.7:5060");
  }

  private static Origin origin(String host) {
    return new Origin("sets", new InetSocketAddress(host, 5060));
  }

  private static Session session(String set, String host, String zone) {
    Session session =
        new Session(7, "phones", origin(host), SetId.of(set), true, zone, MILLI, null);
    session.placed("na-1", Reason.OVER_BOUND);
    return session;
  }
}
