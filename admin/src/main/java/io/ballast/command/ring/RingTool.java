package io.ballast.command.ring;

import io.ballast.command.Answer;
import io.ballast.command.Caller;
import io.ballast.command.Command;
import io.ballast.command.CommandLine;
import io.ballast.command.Ending;
import io.ballast.command.Language;
import io.ballast.command.QuitCommand;
import io.ballast.command.Reply;
import io.ballast.ring.RingSettings;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads commands and prints what one ring answers: data lines as they are, an {@code ERR} line for
 * an error, and nothing for a change that succeeds. Confined to the thread that runs it.
 */
public final class RingTool {
  private static final int END = -1;

  private final Language language;
  private final Caller caller = new Caller("standard input", "standard input", true);
  private final InputStream in;
  private final PrintStream out;
  private boolean failed;

  private RingTool(RingSettings settings, InputStream in, PrintStream out) {
    List<Command> commands = new ArrayList<>(new RingModel(settings).commands());
    commands.add(new QuitCommand());
    this.language = new Language(List::of, commands);
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  /**
   * Carries out every line of the input.
   *
   * @return the exit status: 0, or 1 if there was any error
   * @throws IOException when the input cannot be read
   */
  public static int run(RingSettings settings, InputStream in, PrintStream out) throws IOException {
    RingTool tool = new RingTool(settings, in, out);
    boolean more = true;
    while (more) {
      more = tool.readLine();
      out.flush();
    }
    return tool.failed ? 1 : 0;
  }

  /** Carries out the next line. Returns whether there may be another. */
  private boolean readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    int b = in.read();
    while (b != END && b != '\n') {
      tooLong |= line.size() > CommandLine.MAX_BYTES;
      if (!tooLong) {
        line.write(b);
      }
      b = in.read();
    }
    boolean goesOn = execute(withoutCarriageReturn(line.toByteArray()), tooLong);
    return goesOn && b != END;
  }

  private boolean execute(byte[] line, boolean tooLong) {
    if (tooLong || line.length > CommandLine.MAX_BYTES) {
      print(CommandLine.tooLong());
      return true;
    }
    if (CommandLine.isBlank(line)) {
      return true;
    }
    Answer answer = language.run(line, caller).toCompletableFuture().join();
    if (answer instanceof Answer.Last last) {
      print(last.reply());
      return false;
    }
    print((Reply) answer);
    return true;
  }

  private void print(Reply reply) {
    while (reply.lines().hasNext()) {
      out.println(reply.nextLine());
    }
    if (reply.ending() instanceof Ending.Err) {
      out.println(reply.ending().line());
      failed = true;
    }
  }

  private static byte[] withoutCarriageReturn(byte[] line) {
    boolean present = line.length > 0 && line[line.length - 1] == '\r';
    return present ? Arrays.copyOf(line, line.length - 1) : line;
  }
}
