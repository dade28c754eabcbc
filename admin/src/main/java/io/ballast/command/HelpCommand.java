package io.ballast.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code HELP}: one line a command, made from what the commands say of themselves. */
final class HelpCommand implements Command {
  /** Where the explanations begin, so that they fit on a screen; those of longer usages later. */
  private static final int LONGEST_ALIGNED = 36;

  private final List<Topic> topics;

  /** Help on itself and on the commands of these topics. */
  HelpCommand(List<Topic> topics) {
    this.topics = List.copyOf(topics);
  }

  @Override
  public Usage usage() {
    return Usage.of("HELP", "[command]", "lists the commands", Trait.BEFORE_AUTH);
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    Arguments arguments = request.arguments();
    List<String> lines =
        arguments.hasNext() ? List.of(line(named(arguments.word("command")), 0)) : all();
    arguments.end();
    return CompletableFuture.completedStage(Reply.of(lines));
  }

  private List<Usage> usages() {
    List<Usage> usages = new ArrayList<>(List.of(usage()));
    topics.forEach(topic -> topic.commands().forEach(command -> usages.add(command.usage())));
    return usages;
  }

  private List<String> all() {
    int width =
        usages().stream()
            .mapToInt(usage -> usage.line().length())
            .filter(length -> length <= LONGEST_ALIGNED)
            .max()
            .orElse(0);
    List<String> lines = new ArrayList<>(List.of(line(usage(), width)));
    for (Topic topic : topics) {
      if (!topic.title().isEmpty()) {
        lines.add("# " + topic.title());
      }
      topic.commands().forEach(command -> lines.add(line(command.usage(), width)));
    }
    return lines;
  }

  private Usage named(Word word) {
    List<Usage> usages = usages();
    return usages.stream()
        .filter(usage -> word.is(usage.word()))
        .findFirst()
        .orElseThrow(() -> Language.unknown(word, usages.stream().map(Usage::word).toList()));
  }

  private static String line(Usage usage, int width) {
    String padding = " ".repeat(Math.max(0, width - usage.line().length()));
    return usage.line() + padding + "  " + usage.help();
  }
}
