package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import io.ballast.sim.EchoBackend;
import io.ballast.sim.Ending;
import io.ballast.sim.Habits;
import io.ballast.sim.Reply;
import io.ballast.sim.SetObserver;
import io.ballast.sim.SimulatedSets;
import io.ballast.sim.SimulatedSets.Member;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every set of a large site connects at once, as after an outage. */
final class BurstIT {
  private static final int MOST_SETS = 10_000;

  /** What a process opens besides two descriptors for each set. */
  private static final int OTHER_DESCRIPTORS = 500;

  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** All at once, and each greets once; the first question is not before everybody is there. */
  private static final Habits AT_ONCE =
      new Habits(Duration.ofMinutes(10), 1, 0, LONGEST, Duration.ZERO, Duration.ofMillis(500), 0);

  private final AtomicInteger foreign = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  @TempDir private Path directory;

  /** Two backends in a process of their own, until its standard input ends. */
  static final class Backends {
    private Backends() {}

    /** Runs them. */
    public static void main(String[] args) throws IOException {
      EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
      try (EchoBackend a = backend("a", loops);
          EchoBackend b = backend("b", loops)) {
        System.out.println("ports " + a.address().getPort() + " " + b.address().getPort());
        while (System.in.read() >= 0) {
          // Its end is what counts.
        }
      }
      System.exit(0);
    }

    private static EchoBackend backend(String name, EventLoopGroup loops) {
      return EchoBackend.start(
          name, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), loops);
    }
  }

  /**
   * Counts what must not be. That the system lets a client wait until the next of its attempts is
   * not among it: its queue of new connections is shorter than the burst.
   */
  private final class Faults implements SetObserver {
    @Override
    public void heard(int set, String node, Reply reply) {
      if (reply != Reply.GREETED && reply != Reply.ANSWERED) {
        foreign.incrementAndGet();
      }
    }

    @Override
    public void ended(int set, Ending ending, int unanswered, int lost) {
      if (ending != Ending.STOPPED && ending != Ending.REFUSED) {
        broken.incrementAndGet();
      }
    }
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void tenThousandConnectionsAtOnceAreAllServed() throws Exception {
    int sets = sets();
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Spawned backends = backends();
        Serving proxy = serve(backends.awaitLine("ports ").split(" ", -1))) {
      long start = System.nanoTime();
      List<Member> members = IntStream.range(0, sets).mapToObj(BurstIT::member).toList();
      try (SimulatedSets all =
          new SimulatedSets(
              members,
              proxy.listener("l"),
              loops,
              AT_ONCE,
              new Faults(),
              new SplittableRandom(1))) {
        await("all are served").atMost(LONGEST).until(() -> all.connected() == sets);
        System.out.printf(
            "BurstIT: %d connections at once were served in %d ms; the proxy then had %s%n",
            sets, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), resident(proxy));
        proxy.awaitSessions(sets);
        assertThat(foreign).hasValue(0);
        assertThat(broken).hasValue(0);
        assertThat(proxy.ask("STATS")).noneMatch(BurstIT::isRejection);
      }
      proxy.awaitSessions(0);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  /** A set with a loopback address of its own, so that the ports of one do not run out. */
  private static Member member(int i) {
    return new Member(
        "set-" + i, new InetSocketAddress("127.120.%d.%d".formatted(i / 250, 1 + i % 250), 0));
  }

  private static boolean isRejection(String line) {
    return line.startsWith("rejected-") && !line.startsWith("rejected-client-left");
  }

  /** Ten thousand, or what the limit of descriptors allows. */
  private static int sets() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? (int) Math.min(MOST_SETS, (system.getMaxFileDescriptorCount() - OTHER_DESCRIPTORS) / 2)
        : MOST_SETS;
  }

  private Spawned backends() throws IOException {
    return Spawned.start(
        directory,
        Map.of(),
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        Backends.class.getName());
  }

  private Serving serve(String[] ports) throws IOException {
    return Serving.start(
        directory,
        """
        clusters.c { nodes { a.address = "127.0.0.1:%s", b.address = "127.0.0.1:%s" } }
        listeners.l {
          cluster = c, bind = "127.0.0.1:0", identity { line = "^HELLO (?P<id>\\\\S+)" }
          timeouts.identify = 60s
        }
        """
            .formatted(ports[1], ports[2]));
  }

  private static String resident(Serving proxy) throws IOException {
    Path status = Path.of("/proc", Long.toString(proxy.process().pid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .findFirst()
        .orElse("")
        .replaceAll("\\s+", " ");
  }
}
