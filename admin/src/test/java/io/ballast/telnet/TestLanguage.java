package io.ballast.telnet;

import io.ballast.command.Answer;
import io.ballast.command.AuthCommand;
import io.ballast.command.Authentication;
import io.ballast.command.Code;
import io.ballast.command.Command;
import io.ballast.command.CommandException;
import io.ballast.command.Language;
import io.ballast.command.QuitCommand;
import io.ballast.command.Reply;
import io.ballast.command.Request;
import io.ballast.command.Secret;
import io.ballast.command.Trait;
import io.ballast.command.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A language to try a channel with: its commands say, count and wait, and change nothing. */
public final class TestLanguage {
  /** What makes a row wide. */
  static final String WIDE = " ".repeat(190) + "end";

  /** How many lines of {@code ROWS} were pulled. */
  final AtomicInteger pulled = new AtomicInteger();

  /** How many replies {@code WATCH} has given. */
  final AtomicInteger watched = new AtomicInteger();

  /** The replies that {@code LATER} and {@code CHANGE} wait for, in order of the commands. */
  final BlockingQueue<CompletableFuture<Reply>> later = new LinkedBlockingQueue<>();

  /** The language, open to everybody or not. */
  public Language language(Optional<Secret> secret) {
    return new Language(
        List::of,
        List.of(
            Command.immediate(Usage.of("SAY", "[word]", "says the word"), this::say),
            Command.immediate(Usage.of("ROWS", "n [WIDE]", "n rows"), this::rows),
            Command.immediate(Usage.of("WATCH", "", "says again and again"), this::watch),
            Command.immediate(Usage.of("BREAK", "", "breaks in its second row"), this::breakRows),
            new Later("LATER", "[words]"),
            new Later("CHANGE", "set", Trait.OF_ONE_SET),
            new AuthCommand(new Authentication(secret, System::nanoTime)),
            new QuitCommand()));
  }

  private Reply say(Request request) {
    if (!request.arguments().hasNext()) {
      throw new CommandException(Code.NOT_FOUND, "no word: say one");
    }
    return Reply.ok(request.arguments().word("word").toString());
  }

  private Reply rows(Request request) {
    int rows = request.arguments().integer("n", 0, Integer.MAX_VALUE, "a number");
    String margin = request.arguments().accept("WIDE") ? WIDE : "";
    return Reply.of(
        IntStream.range(0, rows)
            .peek(row -> pulled.incrementAndGet())
            .mapToObj(row -> "row " + row + margin)
            .iterator());
  }

  private Answer watch(Request request) {
    return new Answer.Repeating(
        Duration.ofMillis(20),
        () -> CompletableFuture.completedStage(Reply.ok("watch " + watched.incrementAndGet())));
  }

  private Reply breakRows(Request request) {
    return Reply.of(List.of("row", "OK forged"));
  }

  private final class Later implements Command {
    private final Usage usage;

    Later(String word, String arguments, Trait... traits) {
      usage = Usage.of(word, arguments, "answers when the test says so", traits);
    }

    @Override
    public Usage usage() {
      return usage;
    }

    @Override
    public CompletionStage<Reply> run(Request request) {
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      later.add(reply);
      return reply;
    }
  }
}
