package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.ballast.access.LimitSettings;
import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestSocket.End;
import io.ballast.relay.LoopSettings.TransportChoice;
import io.ballast.session.CloseReason;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that come at once are accepted before all of them can be served. Needs Linux. */
final class RushTest {
  private static final int CLIENTS = 400;
  private static final int DESCRIPTORS = 3000;

  private final List<TestSocket> clients = new ArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();

  @BeforeEach
  void needRoom() throws IOException {
    Epoll.ensureAvailability();
    // The system answers one read only, so it must be asked for more than a byte.
    int queue =
        Integer.parseInt(Files.readAllLines(Path.of("/proc/sys/net/core/somaxconn")).get(0));
    assumeThat(queue).as("net.core.somaxconn lets all wait").isGreaterThan(CLIENTS);
    assumeThat(
            ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount())
        .as("ulimit -n lets all be accepted, in the same process")
        .isGreaterThan(DESCRIPTORS);
  }

  @AfterEach
  void closeAll() throws IOException {
    for (TestSocket client : clients) {
      client.close();
    }
  }

  private static Rig.Builder epoll(TestServer server) {
    return Rig.with(TransportChoice.EPOLL).node("n1", server.port());
  }

  private static Rig rig(TestServer server, int loops) throws IOException {
    return epoll(server).loops(loops).start();
  }

  /** All connect and say their number while the event loops are held up. */
  private void rush(Rig rig) throws Exception {
    HeldLoops.during(
        rig.loops,
        () -> {
          for (int i = 0; i < CLIENTS; i++) {
            clients.add(rig.client().send(word(i)));
          }
        });
  }

  private static String word(int client) {
    return "%04d".formatted(client);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachIsServed(int loops) throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, loops)) {
      rush(rig);
      assertServed();
      closeAll();
      rig.awaitEmpty();
    }
  }

  private void assertServed() throws IOException {
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(clients.get(i).readText(4)).isEqualTo(word(i));
    }
  }

  @Test
  void thoseThatWaitDoNotFillTheLimitOfThoseThatAreNotIdentified() throws Exception {
    LimitSettings limits = new LimitSettings(0, 0, 0, 100, 100);
    try (TestServer server = TestServer.echo();
        Rig rig = epoll(server).listener(s -> s.withLimits(limits)).start()) {
      rush(rig);
      assertServed();
      assertThat(rig.rejected).isEmpty();
    }
  }

  @Test
  void theLastIsAcceptedBeforeMoreThanARoundHasBegun() throws Exception {
    AtomicInteger openBeforeTheLast = new AtomicInteger();
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, 1)) {
      rig.onAccepted =
          () -> {
            if (accepted.incrementAndGet() == CLIENTS) {
              openBeforeTheLast.set(rig.opened.size());
            }
          };
      rush(rig);
      await().until(() -> rig.opened.size() == CLIENTS);
      assertThat(accepted).hasValue(CLIENTS);
      assertThat(openBeforeTheLast).hasValueLessThanOrEqualTo(Beginnings.A_ROUND);
    }
  }

  @Test
  void thoseThatHaveNotBegunAreTurnedAwayWhenSessionsAreEnded() throws Exception {
    Queue<CloseReason> reasons = endAtFirst(loops -> loops.abort(CloseReason.SHUTDOWN));

    assertThat(reasons).hasSize(CLIENTS).containsOnly(CloseReason.SHUTDOWN);
  }

  @Test
  void thoseThatHaveNotBegunAreTurnedAwayWhenTheLoopsEnd() throws Exception {
    Queue<CloseReason> reasons =
        endAtFirst(loops -> loops.group().shutdownGracefully(0, 5, TimeUnit.SECONDS));

    // The others are closed by the loop itself.
    assertThat(reasons).hasSize(CLIENTS);
    assertThat(reasons)
        .filteredOn(CloseReason.SHUTDOWN::equals)
        .hasSizeGreaterThanOrEqualTo(CLIENTS - 2 * Beginnings.A_ROUND);
  }

  /** Ends all in the round in which they are accepted; returns what they were told. */
  private Queue<CloseReason> endAtFirst(Consumer<RelayLoops> ending) throws Exception {
    try (TestServer server = TestServer.echo();
        Rig rig = rig(server, 1)) {
      rig.onAccepted =
          () -> {
            if (accepted.incrementAndGet() == 1) {
              ending.accept(rig.loops);
            }
          };
      rush(rig);
      for (TestSocket client : clients) {
        assertThat(client.end()).isEqualTo(End.RESET);
      }
      rig.awaitEmpty();
      assertThat(rig.opened).isEmpty();
      return rig.rejected;
    }
  }
}
