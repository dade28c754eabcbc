package io.ballast.ctl;

import io.ballast.command.Quoting;
import io.ballast.command.Reply;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sends one command and prints the reply: its data lines and summary to standard output, an error
 * to standard error. Confined to the thread that runs it.
 */
public final class Ctl {
  /** The command was carried out. */
  public static final int OK = 0;

  /** The command was answered {@code ERR}. */
  public static final int ERROR = 1;

  /** There is no command, or it is not one line. */
  public static final int WRONG_USAGE = 2;

  /** There was no connection, or it broke before the reply's end. */
  public static final int NO_REPLY = 3;

  /** Commands that make no sense alone on a connection, or on a command line, and what does. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "WATCH",
          "WATCH goes on until another line is sent, and this sends one alone: give STATUS, again"
              + " and again, or WATCH on telnet",
          "USE",
          "USE holds for its connection alone, and this sends one command: give --cluster NAME"
              + " before the command",
          "AUTH",
          "AUTH is sent by itself before the command: put the secret into the environment variable"
              + " BALLAST_SECRET, or into a file for --secret-file; others can see arguments");

  private final CtlSettings settings;
  private final PrintStream out;
  private final PrintStream err;

  /** A client that prints to these streams. */
  public Ctl(CtlSettings settings, PrintStream out, PrintStream err) {
    this.settings = settings;
    this.out = out;
    this.err = err;
  }

  /**
   * Carries out one command, and prints the reply.
   *
   * @param words the command's words, each to be quoted where it needs to be; a single one with a
   *     space in it is a whole line, quoted already
   * @return the exit status
   */
  public int run(List<String> words) {
    String line = line(words);
    if (line.isBlank() || line.indexOf('\n') >= 0 || line.indexOf('\r') >= 0) {
      err.println("a command is one line of at least one word, for example: HELP");
      return WRONG_USAGE;
    }
    String remedy = REMEDIES.get(line.strip().split(" ", 2)[0].toUpperCase(Locale.ROOT));
    if (remedy != null) {
      err.println(remedy);
      return WRONG_USAGE;
    }
    return runAll(List.of(), line);
  }

  /**
   * Carries out whole lines, quoted already, on one connection; only the reply to the last is
   * printed, and it is not sent if one before it is answered {@code ERR}.
   *
   * @return the exit status
   */
  public int runAll(List<String> first, String last) {
    try (Connection connection = Connection.open(settings)) {
      int status = OK;
      if (settings.secret().isPresent()) {
        status = exchange(connection, "AUTH " + Quoting.word(settings.secret().get()), false);
      }
      if (status == OK && settings.cluster().isPresent()) {
        status = exchange(connection, "USE " + Quoting.word(settings.cluster().get()), false);
      }
      for (int i = 0; i < first.size() && status == OK; i++) {
        status = exchange(connection, first.get(i), false);
      }
      return status == OK ? exchange(connection, last, true) : status;
    } catch (IOException e) {
      err.println(settings.to() + ": " + e.getMessage());
      return NO_REPLY;
    }
  }

  private static String line(List<String> words) {
    boolean wholeLine = words.size() == 1 && words.get(0).indexOf(' ') >= 0;
    return wholeLine
        ? words.get(0)
        : words.stream().map(Quoting::word).collect(Collectors.joining(" "));
  }

  private int exchange(Connection connection, String command, boolean shown) throws IOException {
    connection.send(command);
    String line = connection.receive();
    while (!Reply.endsReply(line)) {
      out.println(line);
      line = connection.receive();
    }
    connection.answered();
    out.flush();
    if (!Reply.isOk(line)) {
      err.println(line.substring("ERR".length()).strip());
      return ERROR;
    }
    if (shown && line.length() > "OK ".length()) {
      out.println(line.substring("OK ".length()));
    }
    return OK;
  }
}
