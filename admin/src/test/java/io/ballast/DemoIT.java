package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.process.LineClient;
import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import io.ballast.telnet.TextClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration, tried as its introduction says. */
final class DemoIT {
  private static final int SETS_OF_A_ZONE = 100;

  @TempDir private Path directory;

  private Spawned demo() throws IOException {
    return demo("--still");
  }

  private Spawned demo(String... options) throws IOException {
    String[] words = Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new);
    Spawned demo = Spawned.start(directory, Map.of(), Programs.ballast(words));
    demo.awaitLine("Ctrl-C ends it");
    return demo;
  }

  private static InetSocketAddress address(Spawned demo, String prefix) {
    String line = demo.awaitLine(prefix);
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(),
        Integer.parseInt(line.substring(line.lastIndexOf(':') + 1)));
  }

  @Test
  void everyZoneShowsItsSetsAndNewSessionsFollowTheWeights() throws Exception {
    try (Spawned demo = demo();
        TextClient operator = TextClient.connect(address(demo, "telnet "))) {
      InetSocketAddress listener = address(demo, "listener phones ");
      await("all sets are connected")
          .atMost(Spawned.PATIENCE)
          .until(
              () ->
                  operator.ask("ZONES").stream()
                          .filter(row -> row.endsWith(" " + SETS_OF_A_ZONE))
                          .count()
                      == 3);
      assertThat(operator.ask("LOAD"))
          .contains("hub: " + SETS_OF_A_ZONE)
          .noneMatch(line -> line.endsWith(": 0"));

      String owner = operator.ask("LOOKUP visitor").get(0);
      assertThat(owner).isEqualTo("hub");
      assertThat(hello(listener, "visitor")).isEqualTo("hub HELLO visitor");

      String was = operator.ask("LOOKUP phone-na-x").get(0);
      String other = was.equals("na-1") ? "na-2" : "na-1";
      assertThat(hello(listener, "phone-na-x")).isEqualTo(was + " HELLO phone-na-x");
      assertThat(operator.ask("SETWEIGHT " + was + " 0")).containsExactly("OK");
      assertThat(hello(listener, "phone-na-x")).isEqualTo(other + " HELLO phone-na-x");
    }
  }

  @Test
  void itDrainsANodeByItselfUntilSomebodyElseChangesSomething() throws Exception {
    try (Spawned demo = demo("--sets", "30");
        TextClient operator = TextClient.connect(address(demo, "telnet "))) {
      await("the drain begins")
          .atMost(Spawned.PATIENCE)
          .until(
              () ->
                  demo.err().stream()
                      .anyMatch(line -> line.contains("operator change: cluster=demo by=demo ")));
      assertThat(demo.out()).anyMatch(line -> line.matches("  http://127.0.0.1:\\d+/"));
      await("sessions have left")
          .atMost(Spawned.PATIENCE)
          .until(() -> operator.ask("WEIGHTS").contains("na-1: 0"));
      assertThat(operator.ask("SETWEIGHT hub 11")).containsExactly("OK");
    }
  }

  @Test
  void theHelloOfTheIntroductionIsAnswered() throws Exception {
    Programs.assumeInstalled("nc", "netcat-openbsd");
    try (Spawned demo = demo()) {
      String hello = demo.awaitLine("  printf ");
      assertThat(Programs.shell(directory, hello).out())
          .singleElement()
          .asString()
          .matches("(na|ap)-[12] HELLO .*|hub HELLO .*");
    }
  }

  private static String hello(InetSocketAddress listener, String set) throws IOException {
    try (LineClient client = LineClient.connect(listener)) {
      return client.ask("HELLO " + set);
    }
  }

  @Test
  void ctrlCLeavesNothingBehind() throws Exception {
    try (Spawned demo = demo()) {
      List<Integer> ports = ports(demo);
      assertThat(ports).hasSize(8);
      demo.signal("INT");
      assertThat(demo.awaitExit()).isZero();
      assertNothingIsLeft(ports);
    }
  }

  @Test
  void aSecondDemonstrationTakesFreePortsAndSigtermLeavesNothingBehind() throws Exception {
    try (Spawned first = demo();
        Spawned second = demo()) {
      List<Integer> ports = ports(second);
      assertThat(ports).doesNotContainAnyElementsOf(ports(first));
      int telnet = address(first, "telnet ").getPort();
      assertThat(second.out())
          .contains("127.0.0.1:" + telnet + " is in use: telnet has another port");
      second.signal("TERM");
      assertThat(second.awaitExit()).isZero();
      assertNothingIsLeft(ports);
      assertThat(first.isAlive()).isTrue();
    }
  }

  /** The ports of the listener, of the admin channels and of the backends. */
  private static List<Integer> ports(Spawned demo) {
    List<Integer> ports = new ArrayList<>();
    for (String line : demo.out()) {
      if (line.matches("(listener|telnet|http|backend) .*:\\d+")) {
        ports.add(Integer.valueOf(line.substring(line.lastIndexOf(':') + 1)));
      }
    }
    return ports;
  }

  private void assertNothingIsLeft(List<Integer> ports) throws IOException {
    for (int port : ports) {
      try (ServerSocket free = new ServerSocket()) {
        free.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      }
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
