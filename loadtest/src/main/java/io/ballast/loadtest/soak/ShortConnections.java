package io.ballast.loadtest.soak;

import io.ballast.loadtest.process.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Connections that live for a moment: each is of a set of its own, asks a few questions, checks
 * every byte of the answers, and ends in one of several manners. On threads of their own; its
 * methods may be called from any thread.
 */
final class ShortConnections implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int MOST_QUESTIONS = 20;
  private static final int MOST_PAUSE_MILLIS = 60;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int FILLING = 100;

  private final InetSocketAddress to;
  private final List<String> nodes;
  private final StopSignal stop = StopSignal.never();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong whole = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();

  /** How a connection goes and ends. */
  private enum Manner {
    /** All is asked, all is heard, then it is closed. */
    ORDERLY,
    /** All is asked, nothing more is sent, and all is heard until the other end finishes. */
    HALF_CLOSED,
    /** All is asked, and it is reset while the answers come. */
    RESET,
    /** Nothing is said at all. */
    MUTE
  }

  private ShortConnections(InetSocketAddress to, List<String> nodes) {
    this.to = to;
    this.nodes = nodes;
  }

  /**
   * Starts.
   *
   * @param nodes the names that answers may begin with
   * @param seed of how each connection goes
   */
  static ShortConnections start(InetSocketAddress to, List<String> nodes, long seed) {
    ShortConnections connections = new ShortConnections(to, nodes);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      SplittableRandom own = random.split();
      Thread thread = new Thread(() -> connections.run(number, own), "short-" + i);
      thread.setDaemon(true);
      connections.threads.add(thread);
      thread.start();
    }
    return connections;
  }

  private void run(int thread, SplittableRandom random) {
    Manner[] manners = Manner.values();
    for (long i = 0; !stop.await(Duration.ofMillis(random.nextInt(MOST_PAUSE_MILLIS))); i++) {
      Manner manner = manners[random.nextInt(manners.length)];
      live("short-%d-%d".formatted(thread, i), manner, 1 + random.nextInt(MOST_QUESTIONS));
    }
  }

  private void live(String set, Manner manner, int questions) {
    List<String> lines = lines(set, questions);
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(to, TIMEOUT_MILLIS);
      if (manner == Manner.MUTE) {
        return;
      }
      socket.getOutputStream().write(String.join("", lines).getBytes(StandardCharsets.US_ASCII));
      if (manner == Manner.RESET) {
        hear(socket, 1, heard);
        socket.setSoLinger(true, 0);
      } else if (manner == Manner.HALF_CLOSED) {
        socket.shutdownOutput();
        hear(socket, Integer.MAX_VALUE, heard);
      } else {
        hear(socket, lines.size(), heard);
      }
    } catch (IOException e) {
      // Faults and moves end connections; what was heard until then counts.
    }
    count(answers(heard.toString(StandardCharsets.US_ASCII), lines, nodes), manner);
  }

  private static List<String> lines(String set, int questions) {
    List<String> lines = new ArrayList<>(List.of("HELLO " + set + "\n"));
    for (int i = 1; i <= questions; i++) {
      lines.add("MSG %s %d %s%n".formatted(set, i, Integer.toString(i).repeat(FILLING)));
    }
    return lines;
  }

  private static void hear(Socket socket, int lines, ByteArrayOutputStream heard)
      throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[4096];
    int ends = 0;
    while (ends < lines) {
      int read = in.read(buffer);
      if (read < 0) {
        return;
      }
      heard.write(buffer, 0, read);
      for (int i = 0; i < read; i++) {
        ends += buffer[i] == '\n' ? 1 : 0;
      }
    }
  }

  private void count(Heard answers, Manner manner) {
    switch (answers) {
      case WHOLE -> whole.incrementAndGet();
      case CUT -> (manner == Manner.RESET ? whole : cut).incrementAndGet();
      case WRONG -> wrong.incrementAndGet();
    }
  }

  /** What was heard, compared with what was to be. */
  enum Heard {
    /** All answers. */
    WHOLE,
    /** The beginning of them. */
    CUT,
    /** Something else. */
    WRONG
  }

  /**
   * Compares.
   *
   * @param lines the questions, with their ends; each is answered with itself behind the name of
   *     one of the nodes, the same for all
   */
  static Heard answers(String heard, List<String> lines, List<String> nodes) {
    int space = heard.indexOf(' ');
    if (space < 0) {
      boolean begun = nodes.stream().anyMatch(node -> node.startsWith(heard));
      return begun ? Heard.CUT : Heard.WRONG;
    }
    String node = heard.substring(0, space);
    String expected = node + " " + String.join(node + " ", lines);
    if (!nodes.contains(node) || !expected.startsWith(heard)) {
      return Heard.WRONG;
    }
    return heard.length() == expected.length() ? Heard.WHOLE : Heard.CUT;
  }

  /** How many went as they were meant to. */
  long whole() {
    return whole.get();
  }

  /** How many ended before all was answered. */
  long cut() {
    return cut.get();
  }

  /** How many heard a byte that they must not. */
  long wrong() {
    return wrong.get();
  }

  /** Ends them; all are closed when it returns. */
  @Override
  public void close() {
    stop.stop();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
