package io.ballast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final int SETS = 20;
  private static final Duration PATIENT = Duration.ofSeconds(60);
  private static final Duration HASTY = Duration.ofMillis(300);

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Seen seen = new Seen();
  private final EchoBackend backend =
      EchoBackend.start("n1", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), loops);
  private SimulatedSets sets;

  @AfterEach
  void stop() {
    if (sets != null) {
      sets.close();
    }
    backend.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private void startSets(Duration patience) {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    List<SimulatedSets.Member> members =
        IntStream.range(0, SETS)
            .mapToObj(
                i ->
                    new SimulatedSets.Member(
                        "set-" + i, new InetSocketAddress("127.1.0." + (i + 1), 0)))
            .toList();
    Habits habits =
        new Habits(
            Duration.ofMillis(20),
            3,
            20,
            patience,
            Duration.ofMillis(50),
            Duration.ofMillis(20),
            0);
    sets =
        new SimulatedSets(
            members, backend.address(), loops, habits, seen, new SplittableRandom(seed));
    await().until(() -> sets.connected() == SETS);
  }

  @Test
  void setsConnectAndAreAnsweredInOrder() {
    startSets(PATIENT);
    await().until(() -> sets.answered() > 20 * SETS);

    assertThat(backend.connections()).isEqualTo(SETS);
    assertThat(seen.replies.keySet()).containsOnly(Reply.GREETED, Reply.ANSWERED);
  }

  @Test
  void setsComeBackAfterAReset() {
    startSets(PATIENT);
    backend.crash(Crash.RESET);
    await().until(() -> sets.connected() == 0);
    await().until(() -> seen.endings.getOrDefault(Ending.REFUSED, 0) > SETS);

    backend.revive();
    await().until(() -> sets.connected() == SETS);

    assertThat(seen.endings).containsKeys(Ending.RESET, Ending.REFUSED);
    assertThat(seen.replies.keySet()).containsOnly(Reply.GREETED, Reply.ANSWERED);
  }

  @Test
  void setsGiveUpOnABackendThatHangs() {
    startSets(HASTY);
    backend.crash(Crash.HANG);
    await().until(() -> seen.endings.getOrDefault(Ending.UNANSWERED, 0) >= SETS);

    backend.revive();
    await().atMost(Duration.ofSeconds(30)).until(() -> sets.connected() == SETS);

    assertThat(seen.replies.keySet()).containsOnly(Reply.GREETED, Reply.ANSWERED);
  }

  @Test
  void connectionToABackendThatHangsTimesOut() throws IOException {
    backend.crash(Crash.HANG);

    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> connect(300).close())
                    .isInstanceOf(SocketTimeoutException.class));
  }

  @Test
  void backendCrashesOnceAndIsRevivedOnce() {
    backend.crash(Crash.RESET);
    assertThatThrownBy(() -> backend.crash(Crash.HANG)).hasMessage("n1 is down: revive it first");

    backend.revive();
    assertThatThrownBy(backend::revive).hasMessage("n1 is up");
  }

  @Test
  void closedSetsHaveAllStopped() {
    startSets(PATIENT);
    sets.close();

    assertThat(sets.connected()).isZero();
    assertThat(seen.endings).containsEntry(Ending.STOPPED, SETS);
  }

  private Socket connect(int timeoutMillis) throws IOException {
    Socket socket = new Socket();
    socket.connect(backend.address(), timeoutMillis);
    return socket;
  }

  /** Counts what sets are told. */
  private static final class Seen implements SetObserver {
    private final Map<Reply, Integer> replies = new ConcurrentHashMap<>(new EnumMap<>(Reply.class));
    private final Map<Ending, Integer> endings =
        new ConcurrentHashMap<>(new EnumMap<>(Ending.class));

    @Override
    public void heard(int set, String node, Reply reply) {
      replies.merge(reply, 1, Integer::sum);
    }

    @Override
    public void ended(int set, Ending ending, int unanswered, int lost) {
      endings.merge(ending, 1, Integer::sum);
    }
  }
}
