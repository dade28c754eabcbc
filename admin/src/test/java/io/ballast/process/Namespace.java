package io.ballast.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A part of a test that runs in a network namespace of its own, as a process with a main method.
 * Inside, there are addresses that can be made unreachable so that every packet to them vanishes,
 * as on a host that lost power: neither is there an answer, nor an error.
 */
public final class Namespace {
  private static final String HOST = "10.99.0.";
  private static final int ADDRESSES = 4;
  private static final Duration LONGEST = Spawned.PATIENCE.multipliedBy(2);
  private static final List<String> UNSHARE =
      List.of("unshare", "--user", "--map-root-user", "--net");

  private Namespace() {}

  /**
   * Runs a class's main method in a namespace, and asserts that it ends well. Skips the test, with
   * a message that says why, if there can be no namespace.
   */
  public static void run(Path directory, Class<?> main, String... arguments) throws IOException {
    Programs.assumeInstalled("unshare", "util-linux");
    Programs.assumeInstalled("ip", "iproute2");
    Spawned trial =
        Programs.run(
            directory,
            command("ip", "link", "add", "here", "type", "veth", "peer", "name", "there"));
    assumeTrue(
        trial.awaitExit() == 0,
        "no network namespace of its own is allowed here, so what needs one is not tried: "
            + trial.err());
    List<String> java =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dballast.jar=" + System.getProperty("ballast.jar"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    java.addAll(List.of(arguments));
    try (Spawned inside =
        Spawned.start(directory, Map.of(), command(java.toArray(new String[0])))) {
      awaitEnd(inside);
      assertThat(inside.awaitExit()).as("%s", inside).isZero();
    }
  }

  /** Ends it in a way that lets it end what it started, if it takes too long. */
  private static void awaitEnd(Spawned inside) throws IOException {
    try {
      await("end of " + inside).atMost(LONGEST).until(() -> !inside.isAlive());
    } catch (ConditionTimeoutException tooLong) {
      inside.signal("TERM");
      inside.awaitExit();
      throw tooLong;
    }
  }

  private static String[] command(String... words) {
    List<String> command = new ArrayList<>(UNSHARE);
    command.addAll(List.of(words));
    return command.toArray(new String[0]);
  }

  /** Sets the namespace up. To be called inside, first. */
  public static void enter() throws IOException {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
    ip("link set lo up");
    // What goes into one end of the pair comes out at the other, which nobody listens at.
    ip("link add hole type veth peer name void");
    ip("link set hole arp off up");
    ip("link set void up");
    for (int i : IntStream.rangeClosed(1, ADDRESSES).toArray()) {
      ip("addr add %s/32 dev lo".formatted(address(i)));
      ip("route add %s/32 dev hole src %s".formatted(address(i), address(1)));
    }
  }

  /** One of the addresses, 1 to 4; the first is not to vanish. */
  public static String address(int number) {
    return HOST + number;
  }

  /** From now on packets to an address vanish. To be called inside. */
  public static void vanish(String address) throws IOException {
    ip("addr del %s/32 dev lo".formatted(address));
  }

  /** Packets to an address arrive again. To be called inside. */
  public static void comeBack(String address) throws IOException {
    ip("addr add %s/32 dev lo".formatted(address));
  }

  private static void ip(String arguments) throws IOException {
    Spawned ip = Programs.shell(Path.of("."), "ip " + arguments);
    assertThat(ip.awaitExit()).as("%s", ip).isZero();
  }
}
