package io.ballast.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commands that a channel understands, and the steps from a line to an answer: split it, find
 * the command, check the caller and the cluster, run. Immutable; {@code HELP} is added by itself.
 */
public final class Language {
  private static final Logger log = LoggerFactory.getLogger(Language.class);

  private final Map<String, Command> commands;
  private final Clusters clusters;
  private final Audit audit;

  /**
   * A language of these commands and {@code HELP}.
   *
   * @param commands in the order in which {@code HELP} lists them
   * @throws IllegalArgumentException when two have the same word
   */
  public Language(Clusters clusters, Collection<? extends Command> commands) {
    this(
        clusters,
        List.of(new Topic("", List.copyOf(commands))),
        new Audit(System::currentTimeMillis));
  }

  /**
   * A language of the commands of these topics and {@code HELP}.
   *
   * @param topics in the order in which {@code HELP} lists them
   * @param audit is told of each change
   * @throws IllegalArgumentException when two commands have the same word
   */
  public Language(Clusters clusters, List<Topic> topics, Audit audit) {
    this.clusters = clusters;
    this.audit = audit;
    List<Command> all = new ArrayList<>();
    all.add(new HelpCommand(topics));
    topics.forEach(topic -> all.addAll(topic.commands()));
    this.commands = byWord(all);
  }

  private static Map<String, Command> byWord(List<Command> commands) {
    Map<String, Command> byWord = new TreeMap<>();
    for (Command command : commands) {
      String word = command.usage().word();
      if (byWord.put(word, command) != null) {
        throw new IllegalArgumentException("command " + word + " is there twice");
      }
    }
    return Collections.unmodifiableMap(byWord);
  }

  /**
   * Carries out one line. Never throws, and the stage never fails: what goes wrong is an {@code
   * ERR}.
   *
   * @param line without its line end, and not blank
   */
  public CompletionStage<Answer> run(byte[] line, Caller caller) {
    try {
      return run(CommandLine.parse(line), caller)
          .thenApply(Language::guarded)
          .exceptionally(Language::failure);
    } catch (RuntimeException e) {
      return CompletableFuture.completedStage(failure(e));
    }
  }

  /**
   * What a line is about, if it changes one set and nothing else. A channel may carry out lines
   * about different sets without waiting in between, as long as it answers them in their order; any
   * other line has to wait for all before it.
   *
   * @param line without its line end, and not blank
   */
  public Optional<String> onlySet(byte[] line, Caller caller) {
    List<Word> words;
    try {
      words = CommandLine.parse(line);
    } catch (CommandException malformed) {
      return Optional.empty();
    }
    Command command = commands.get(words.get(0).upperCase());
    boolean ofOneSet = command != null && command.usage().has(Trait.OF_ONE_SET) && words.size() > 1;
    return ofOneSet
        ? Optional.of(caller.cluster().orElse("") + ' ' + words.get(1))
        : Optional.empty();
  }

  private CompletionStage<? extends Answer> run(List<Word> words, Caller caller) {
    Command command = find(words, caller);
    Usage usage = command.usage();
    String cluster = usage.has(Trait.NEEDS_CLUSTER) ? clusterOf(caller, usage) : "";
    Arguments arguments = new Arguments(usage, words.subList(usage.words(), words.size()));
    return command.run(new Request(caller, cluster, arguments, audit));
  }

  /** The command of the first two words, else of the first. */
  private Command find(List<Word> words, Caller caller) {
    Word word = words.get(0);
    Command command =
        words.size() > 1 ? commands.get(word.upperCase() + " " + words.get(1).upperCase()) : null;
    if (command == null && word.upperCase().indexOf(' ') < 0) {
      command = commands.get(word.upperCase());
    }
    boolean allowed =
        caller.isTrusted() || (command != null && command.usage().has(Trait.BEFORE_AUTH));
    if (!allowed) {
      throw new CommandException(
          Code.DENIED, "this channel needs a secret: AUTH secret comes first");
    }
    if (command == null) {
      throw unknown(word, commands.keySet());
    }
    return command;
  }

  static CommandException unknown(Word word, Collection<String> known) {
    Optional<String> meant = Nearest.to(word.upperCase(), known);
    String remedy = meant.map(it -> "did you mean " + it + "?").orElse("HELP lists the commands");
    return new CommandException(Code.UNKNOWN, word + " is not a command: " + remedy);
  }

  private String clusterOf(Caller caller, Usage usage) {
    List<String> names = clusters.names();
    Optional<String> chosen = caller.cluster();
    if (chosen.isPresent()) {
      return UseCommand.existing(chosen.get(), names);
    }
    if (names.size() != 1) {
      throw new CommandException(
          Code.USAGE,
          usage.word()
              + " works on one cluster: USE one of "
              + UseCommand.listed(names)
              + " first");
    }
    return names.get(0);
  }

  /** Sees to it that a later reply of the answer cannot fail either. */
  private static Answer guarded(Answer answer) {
    return answer instanceof Answer.Repeating repeating
        ? new Answer.Repeating(repeating.period(), () -> guarded(repeating.replies()))
        : answer;
  }

  private static CompletionStage<Reply> guarded(Supplier<CompletionStage<Reply>> replies) {
    try {
      return replies.get().exceptionally(Language::failure);
    } catch (RuntimeException e) {
      return CompletableFuture.completedStage(failure(e));
    }
  }

  private static Reply failure(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof CommandException error) {
      return Reply.error(error);
    }
    log.error("a command failed by a fault of this program", cause);
    return Reply.error(Code.FAILED, "a fault of this program: its log has the details");
  }
}
