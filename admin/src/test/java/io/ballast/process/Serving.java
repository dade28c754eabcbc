package io.ballast.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.telnet.TextClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A proxy as {@code serve} runs it, in a process of its own, with a text channel kept open to it.
 * Belongs to the test's thread. Closing it ends it with SIGTERM and asserts that it ended well.
 */
public final class Serving implements AutoCloseable {
  /** What stands between the words of a row: a space that is not inside quotes. */
  private static final Pattern WORDS = Pattern.compile(" (?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");

  private final Spawned process;
  private final TextClient channel;

  private Serving(Spawned process) throws IOException {
    this.process = process;
    this.channel = TextClient.connect(telnet());
  }

  /**
   * Writes the configuration into the directory, starts the proxy there, and waits until it is
   * ready. Its text channel listens on a free port.
   *
   * @param body what stands inside {@code ballast { … }}
   */
  public static Serving start(Path directory, String body) throws IOException {
    return start(directory, Map.of(), body, "");
  }

  /**
   * The same with variables added to the environment, and a line of shell, such as a limit, that
   * comes before the proxy.
   */
  public static Serving start(
      Path directory, Map<String, String> environment, String body, String before)
      throws IOException {
    Files.writeString(directory.resolve("ballast.conf"), configuration(body));
    Spawned process =
        Spawned.start(
            directory,
            environment,
            Programs.after(before, Programs.ballast("serve", "ballast.conf")));
    try {
      process.awaitLine("ready");
      return new Serving(process);
    } catch (IOException | AssertionError failure) {
      process.close();
      throw failure;
    }
  }

  /** The text of a configuration file. */
  public static String configuration(String body) {
    return "ballast {\n"
        + body
        + "\nadmin { telnet.bind = \"127.0.0.1:0\", http.bind = \"127.0.0.1:0\" }\n}\n";
  }

  /** The process. */
  public Spawned process() {
    return process;
  }

  /** Where the text channel listens. */
  public InetSocketAddress telnet() {
    return addressIn("telnet ");
  }

  /** Where the admin HTTP address is. */
  public InetSocketAddress http() {
    return addressIn("http ");
  }

  /** Where a listener listens. */
  public InetSocketAddress listener(String name) {
    return addressIn("listener " + name + " ");
  }

  private InetSocketAddress addressIn(String prefix) {
    String address = process.awaitLine(prefix).substring(prefix.length());
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Carries out a command, and returns the lines of the reply, the last being OK or ERR. */
  public List<String> ask(String command) throws IOException {
    return channel.ask(command);
  }

  /** Carries out a command that must be answered OK. */
  public void make(String command) throws IOException {
    assertThat(ask(command)).as(command).last().asString().startsWith("OK");
  }

  /** The {@code name: number} lines of a reply; LOAD, WEIGHTS and STATS have them. */
  public Map<String, Integer> numbers(String command) throws IOException {
    Map<String, Integer> numbers = new TreeMap<>();
    for (String line : ask(command)) {
      if (line.matches("\\S+: \\d+")) {
        String[] parts = line.split(": ", 2);
        numbers.put(parts[0], Integer.valueOf(parts[1]));
      }
    }
    return numbers;
  }

  /** The column of a node's row in NODES, such as {@code health}. */
  public String ofNode(String node, String column) throws IOException {
    return column("NODES", column).get(column("NODES", "name").indexOf(node));
  }

  /** A column of a table that a command shows, by its name in the header. */
  public List<String> column(String command, String name) throws IOException {
    List<String> lines = ask(command);
    List<String> header = WORDS.splitAsStream(lines.get(0).substring("# ".length())).toList();
    return lines.subList(1, lines.size() - 1).stream()
        .map(row -> WORDS.split(row, header.size())[header.indexOf(name)])
        .toList();
  }

  /** Waits until a node has that health. */
  public void awaitHealth(String node, String health) {
    await(node + " is " + health)
        .atMost(Spawned.PATIENCE)
        .until(() -> ofNode(node, "health").equals(health));
  }

  /** Waits until the live sessions of all nodes are so many. */
  public void awaitSessions(int count) {
    await(count + " sessions")
        .atMost(Spawned.PATIENCE)
        .until(() -> numbers("LOAD").values().stream().mapToInt(it -> it).sum() == count);
  }

  /** The lines that it has logged with that text in them. */
  public List<String> logged(String text) {
    return process.err().stream().filter(line -> line.contains(text)).toList();
  }

  @Override
  public void close() throws IOException {
    try (process) {
      channel.close();
      if (process.isAlive()) {
        process.signal("TERM");
        assertThat(process.awaitExit()).as("exit status after SIGTERM: %s", process).isZero();
      }
      assertThat(logged(" ERROR ")).isEmpty();
    }
  }
}
