package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.process.Serving;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The proxy is killed again and again in the middle of a stream of changes. Every change that was
 * answered OK must be there when it is back, and of those sent after it at most a beginning: some
 * share a write, which may have been done before the answers were given. {@code
 * -Dballast.kills=500} kills it more often.
 */
final class KilledIT {
  private static final int KILLS = Integer.getInteger("ballast.kills", 20);
  private static final int MOST_ANSWERED = 60;
  private static final int AHEAD = 8;
  private static final String CONFIGURATION =
      """
      clusters.c {
        zones { z1 {}, z2 {} }
        nodes { n0.address = "127.0.0.1:9", n1 { address = "127.0.0.1:9", zone = z1 } }
        health.interval = 1h
      }
      listeners.l { cluster = c, bind = "127.0.0.1:0" }
      store.file = "state/s"
      """;

  @TempDir private Path directory;

  /** What the changes that were made so far add up to. */
  private record Expected(
      TreeMap<String, Integer> weights, TreeMap<String, String> zones, TreeSet<String> deadlines) {
    private static final Pattern DEADLINE = Pattern.compile(".*nodes\\.(\\w+)\\.deadline = 2.*");

    Expected after(String command) {
      Expected next =
          new Expected(new TreeMap<>(weights), new TreeMap<>(zones), new TreeSet<>(deadlines));
      String[] words = command.split(" ", -1);
      switch (words[0]) {
        case "SETWEIGHT" -> {
          next.weights.put(words[1], Integer.valueOf(words[2]));
          next.deadlines.remove(words[1]);
        }
        case "DRAIN" -> {
          next.weights.put(words[1], 0);
          next.deadlines.add(words[1]);
        }
        case "ADD_NODE" -> next.weights.put(words[1], Integer.valueOf(words[3]));
        case "SETZONE" -> next.zones.put(words[1], words[2]);
        default -> throw new IllegalArgumentException(command);
      }
      return next;
    }

    static Expected shownBy(Serving proxy) throws IOException {
      TreeMap<String, String> zones = new TreeMap<>();
      for (String row : proxy.ask("AFFINITY")) {
        String[] words = row.split(" ", -1);
        if (words[0].equals("set")) {
          zones.put(words[1], words[2]);
        }
      }
      TreeSet<String> deadlines = new TreeSet<>();
      for (String value : proxy.ask("CONFIG")) {
        Matcher deadline = DEADLINE.matcher(value);
        if (deadline.matches()) {
          deadlines.add(deadline.group(1));
        }
      }
      return new Expected(new TreeMap<>(proxy.numbers("WEIGHTS")), zones, deadlines);
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void whatWasAnsweredOkOutlivesEveryKill() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("KilledIT seed " + seed + ", " + KILLS + " kills");
    Random random = new Random(seed);
    Expected start =
        new Expected(new TreeMap<>(Map.of("n0", 100, "n1", 100)), new TreeMap<>(), new TreeSet<>());
    List<Expected> possible = List.of(start);
    int answered = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      try (Serving proxy = Serving.start(directory, CONFIGURATION)) {
        Expected before = assertIsOneOf(possible, proxy);
        List<String> sent = new ArrayList<>();
        int ok = changeUntilKilled(proxy, random, before, sent);
        possible = outcomes(before, sent, ok);
        answered += ok;
      }
    }
    try (Serving proxy = Serving.start(directory, CONFIGURATION)) {
      assertIsOneOf(possible, proxy);
    }
    System.out.println(answered + " changes were answered OK");
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void deadlineThatPassesWhileNoProcessRunsIsToldOfOnceAfterTheStart() throws Exception {
    long deadlineMillis;
    try (Serving proxy = Serving.start(directory, CONFIGURATION)) {
      proxy.make("DRAIN n1 DEADLINE 3s");
      deadlineMillis = System.currentTimeMillis() + 3_000;
      proxy.process().kill();
    }
    await().until(() -> System.currentTimeMillis() > deadlineMillis);
    try (Serving proxy = Serving.start(directory, CONFIGURATION)) {
      assertThat(proxy.logged("kept: cluster=c nodes.n1.weight = 0 (runtime, configured "))
          .hasSize(1);
      String told = "deadline of the drain of node=n1";
      await().untilAsserted(() -> assertThat(proxy.logged(told)).hasSize(1));
      proxy.make("DRAIN n1 DEADLINE 0s");
      await().untilAsserted(() -> assertThat(proxy.logged(told)).hasSize(2));
    }
  }

  private Expected assertIsOneOf(List<Expected> possible, Serving proxy) throws IOException {
    Expected shown = Expected.shownBy(proxy);
    assertThat(shown).isIn(possible);
    assertThat(proxy.logged(" WARN ")).noneMatch(line -> line.contains("Store"));
    Path file = directory.resolve("state/s");
    if (Files.exists(file)) {
      assertThat(Files.readAllLines(file)).first().isEqualTo("ballast-state 2");
    }
    return shown;
  }

  /** What may be there after a kill: all that was answered, and perhaps some of what follows. */
  private static List<Expected> outcomes(Expected before, List<String> sent, int answered) {
    Expected atLeast = before;
    for (String command : sent.subList(0, answered)) {
      atLeast = atLeast.after(command);
    }
    List<Expected> possible = new ArrayList<>(List.of(atLeast));
    for (String command : sent.subList(answered, sent.size())) {
      possible.add(possible.get(possible.size() - 1).after(command));
    }
    return possible;
  }

  /** Sends changes, some ahead of their answers, and returns how many were answered OK. */
  private static int changeUntilKilled(
      Serving proxy, Random random, Expected before, List<String> sent) throws IOException {
    Set<String> nodes = new TreeSet<>(before.weights().keySet());
    int killAfter = random.nextInt(MOST_ANSWERED);
    int answered = 0;
    InetSocketAddress telnet = proxy.telnet();
    try (Socket socket = new Socket(telnet.getAddress(), telnet.getPort())) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (answered < killAfter) {
        while (sent.size() < answered + AHEAD) {
          sent.add(change(random, nodes));
          socket
              .getOutputStream()
              .write((sent.get(sent.size() - 1) + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(in.readLine()).as(sent.get(answered)).startsWith("OK");
        answered++;
      }
      proxy.process().kill();
      return answered + answersLeft(in);
    }
  }

  /** How many more were answered before the end. */
  private static int answersLeft(BufferedReader in) {
    int answers = 0;
    try {
      while (in.readLine() != null) {
        answers++;
      }
    } catch (IOException reset) {
      // The proxy was killed with commands unread.
    }
    return answers;
  }

  private static String change(Random random, Set<String> nodes) {
    List<String> all = List.copyOf(nodes);
    return switch (random.nextInt(4)) {
      case 0 -> {
        String node = "m" + nodes.size();
        nodes.add(node);
        yield "ADD_NODE " + node + " 127.0.0.1:9 " + random.nextInt(5) + " z2";
      }
      case 1 -> "SETWEIGHT " + all.get(random.nextInt(all.size())) + " " + random.nextInt(1, 20);
      case 2 -> "DRAIN " + all.get(random.nextInt(all.size())) + " DEADLINE 1h FORCE";
      default -> "SETZONE set" + random.nextInt(50) + " z" + random.nextInt(1, 3);
    };
  }
}
