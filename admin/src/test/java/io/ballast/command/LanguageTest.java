package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class LanguageTest {
  private final List<String> clusters = new ArrayList<>(List.of("phones"));
  private final Language language =
      new Language(
          () -> clusters,
          List.of(
              echo("WEIGHTS", "", Trait.NEEDS_CLUSTER),
              echo("SETWEIGHT", "name weight", Trait.NEEDS_CLUSTER, Trait.CHANGES),
              echo("STATS", ""),
              failing("BREAK", new IllegalStateException("boom")),
              failing("REFUSE", new CommandException(Code.REFUSED, "not now: wait")),
              new UseCommand(() -> clusters),
              new QuitCommand()));
  private final Caller caller = new Caller("127.0.0.1:5", "127.0.0.1", true);

  private static Command echo(String word, String arguments, Trait... traits) {
    return Command.immediate(
        Usage.of(word, arguments, "test", traits), request -> Reply.ok(request.cluster()));
  }

  private static Command failing(String word, Throwable failure) {
    return new Command() {
      @Override
      public Usage usage() {
        return Usage.of(word, "[LATER]", "test");
      }

      @Override
      public CompletionStage<Reply> run(Request request) {
        CompletableFuture<Reply> failed = CompletableFuture.failedFuture(failure);
        if (request.arguments().accept("LATER")) {
          return failed.thenApply(reply -> reply);
        }
        throw (RuntimeException) failure;
      }
    };
  }

  private Answer answer(Caller who, String line) {
    return language.run(line.getBytes(StandardCharsets.UTF_8), who).toCompletableFuture().join();
  }

  private String ending(String line) {
    return ((Reply) answer(caller, line)).ending().line();
  }

  private List<String> lines(String line) {
    Reply reply = (Reply) answer(caller, line);
    List<String> lines = new ArrayList<>();
    while (reply.lines().hasNext()) {
      lines.add(reply.nextLine());
    }
    return lines;
  }

  @Test
  void commandWordsComeInAnyCase() {
    assertThat(ending("stats")).isEqualTo("OK");
    assertThat(ending("Stats")).isEqualTo("OK");
  }

  @Test
  void unknownWordIsAnsweredWithTheNearest() {
    assertThat(ending("setwieght a 1"))
        .isEqualTo("ERR unknown setwieght is not a command: did you mean SETWEIGHT?");
    assertThat(ending("FROBNICATE"))
        .isEqualTo("ERR unknown FROBNICATE is not a command: HELP lists the commands");
  }

  @Test
  void malformedLineIsAUsageError() {
    assertThat(ending("STATS \"")).startsWith("ERR usage column 7: ");
  }

  @Test
  void onlyClusterIsSelectedByItself() {
    assertThat(ending("WEIGHTS")).isEqualTo("OK phones");
  }

  @Test
  void oneOfSeveralClustersHasToBeSelected() {
    clusters.add("my sensors");
    assertThat(ending("WEIGHTS"))
        .isEqualTo(
            "ERR usage WEIGHTS works on one cluster: USE one of phones, \"my sensors\" first");
    assertThat(ending("STATS")).isEqualTo("OK");
    assertThat(ending("USE \"my sensors\"")).isEqualTo("OK");
    assertThat(ending("WEIGHTS")).isEqualTo("OK my sensors");
  }

  @Test
  void unknownClusterIsNotSelected() {
    assertThat(ending("USE phone"))
        .isEqualTo("ERR not-found cluster phone does not exist: USE one of phones");
    assertThat(ending("WEIGHTS")).isEqualTo("OK phones");
  }

  @Test
  void clusterThatWentAwayIsNotReplacedSilently() {
    assertThat(ending("USE phones")).isEqualTo("OK");
    clusters.set(0, "sensors");
    assertThat(ending("WEIGHTS")).startsWith("ERR not-found cluster phones does not exist");
  }

  @Test
  void helpListsEveryCommandWithItsUsage() {
    assertThat(lines("HELP"))
        .containsExactly(
            "HELP [command]         lists the commands",
            "WEIGHTS                test",
            "SETWEIGHT name weight  test",
            "STATS                  test",
            "BREAK [LATER]          test",
            "REFUSE [LATER]         test",
            "USE cluster            selects the cluster that later commands work on",
            "QUIT                   ends the conversation");
  }

  @Test
  void aLongUsageDoesNotPushTheOtherExplanationsAside() {
    Command longest = echo("LONGEST", "[A a] [B b] [C c] [D d] [E e] [F f]");
    Language withLongest = new Language(() -> clusters, List.of(longest, new QuitCommand()));
    Answer help =
        withLongest
            .run("HELP".getBytes(StandardCharsets.UTF_8), caller)
            .toCompletableFuture()
            .join();
    assertThat(((Reply) help).lines())
        .toIterable()
        .containsExactly(
            "HELP [command]  lists the commands",
            "LONGEST [A a] [B b] [C c] [D d] [E e] [F f]  test",
            "QUIT            ends the conversation");
  }

  @Test
  void helpOnOneCommandShowsItsLine() {
    assertThat(lines("help setweight")).containsExactly("SETWEIGHT name weight  test");
    assertThat(ending("HELP SETWIGHT"))
        .isEqualTo("ERR unknown SETWIGHT is not a command: did you mean SETWEIGHT?");
    assertThat(ending("HELP STATS x"))
        .isEqualTo("ERR usage x is one word too many; usage: HELP [command]");
  }

  @Test
  void callerWithoutTrustMayOnlyAskForHelpAndLeave() {
    Caller stranger = new Caller("127.0.0.1:6", "127.0.0.1", false);
    for (String line : List.of("STATS", "WEIGHTS", "NOSUCHWORD", "USE phones")) {
      assertThat(((Reply) answer(stranger, line)).ending().line())
          .isEqualTo("ERR denied this channel needs a secret: AUTH secret comes first");
    }
    assertThat(((Reply) answer(stranger, "HELP")).ending().line()).isEqualTo("OK");
    assertThat(answer(stranger, "QUIT")).isInstanceOf(Answer.Last.class);
  }

  @Test
  void errorOfACommandIsItsAnswer() {
    assertThat(ending("REFUSE")).isEqualTo("ERR refused not now: wait");
    assertThat(ending("REFUSE LATER")).isEqualTo("ERR refused not now: wait");
  }

  @Test
  void faultOfACommandIsAnsweredWithoutItsDetails() {
    assertThat(ending("BREAK")).startsWith("ERR failed a fault of this program");
    assertThat(ending("BREAK LATER")).startsWith("ERR failed a fault of this program");
  }

  @Test
  void faultOfARepeatedReplyIsAnsweredToo() {
    Command watch =
        Command.immediate(
            Usage.of("WATCH", "", "test"),
            request ->
                new Answer.Repeating(
                    Duration.ofSeconds(1),
                    () -> {
                      throw new CompletionException(new CommandException(Code.REFUSED, "no"));
                    }));
    Language watching = new Language(List::of, List.of(watch));
    Answer answer =
        watching.run("WATCH".getBytes(StandardCharsets.UTF_8), caller).toCompletableFuture().join();
    Reply reply = ((Answer.Repeating) answer).replies().get().toCompletableFuture().join();
    assertThat(reply.ending().line()).isEqualTo("ERR refused no");
  }

  @Test
  void twoCommandsOfOneWordAreRefused() {
    List<Command> twice = List.of(new QuitCommand(), new QuitCommand());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Language(List::of, twice))
        .withMessageContaining("QUIT");
  }
}
