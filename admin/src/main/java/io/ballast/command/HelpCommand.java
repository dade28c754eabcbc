package io.ballast.command;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code HELP}: one line a command, made from what the commands say of themselves. */
final class HelpCommand implements Command {
  /** Where the explanations begin, so that they fit on a screen; those of longer usages later. */
  private static final int LONGEST_ALIGNED = 36;

  private final List<Command> commands;

  /** Help on these commands; the list may still grow until the first run. */
  HelpCommand(List<Command> commands) {
    this.commands = commands;
  }

  @Override
  public Usage usage() {
    return Usage.of("HELP", "[command]", "lists the commands", Trait.BEFORE_AUTH);
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    Arguments arguments = request.arguments();
    List<Usage> wanted = arguments.hasNext() ? List.of(named(arguments)) : all();
    arguments.end();
    int width =
        wanted.stream()
            .mapToInt(usage -> usage.line().length())
            .filter(length -> length <= LONGEST_ALIGNED)
            .max()
            .orElse(0);
    return CompletableFuture.completedStage(
        Reply.of(wanted.stream().map(usage -> line(usage, width)).iterator()));
  }

  private List<Usage> all() {
    return commands.stream().map(Command::usage).toList();
  }

  private Usage named(Arguments arguments) {
    Word word = arguments.word("command");
    return all().stream()
        .filter(usage -> word.is(usage.word()))
        .findFirst()
        .orElseThrow(() -> Language.unknown(word, all().stream().map(Usage::word).toList()));
  }

  private static String line(Usage usage, int width) {
    String padding = " ".repeat(Math.max(0, width - usage.line().length()));
    return usage.line() + padding + "  " + usage.help();
  }
}
