package io.ballast.loadtest.scenario;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whoever types commands on the proxy's telnet channel. Confined to one thread. */
public final class Operator implements Closeable {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final Socket socket;
  private final BufferedReader replies;

  /** The answer to a command was {@code ERR}. */
  public static final class DeclinedException extends IOException {
    private static final long serialVersionUID = 1;

    DeclinedException(String message) {
      super(message);
    }
  }

  private Operator(Socket socket) throws IOException {
    this.socket = socket;
    this.replies =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Connects to the proxy's telnet channel. */
  public static Operator connect(InetSocketAddress telnet) throws IOException {
    Socket socket = new Socket();
    socket.connect(telnet, TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    return new Operator(socket);
  }

  /**
   * Carries out a command.
   *
   * @return the data lines of the reply
   * @throws DeclinedException when the answer is {@code ERR}
   * @throws IOException when there is none
   */
  public List<String> ask(String command) throws IOException {
    socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    while (true) {
      String line = replies.readLine();
      if (line == null) {
        throw new EOFException(command + ": the proxy closed the channel");
      }
      if (line.equals("OK") || line.startsWith("OK ")) {
        return lines;
      }
      if (line.startsWith("ERR ")) {
        throw new DeclinedException(command + ": " + line);
      }
      lines.add(line);
    }
  }

  /** Carries out a command whose data lines are {@code name: number}; others are left out. */
  public Map<String, Long> numbers(String command) throws IOException {
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (String line : ask(command)) {
      int colon = line.lastIndexOf(": ");
      String value = line.substring(colon + 1).strip();
      if (colon > 0 && value.matches("-?[0-9]{1,18}")) {
        numbers.put(line.substring(0, colon), Long.parseLong(value));
      }
    }
    return numbers;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
