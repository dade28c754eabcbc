package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.cluster.Applied;
import io.ballast.cluster.Change;
import io.ballast.cluster.ChangeRefused;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The way of every operator's change: asked of the cluster, and once it is durable and in place,
 * recorded and answered.
 */
final class Changes {
  private Changes() {}

  /** Makes the change and answers it. */
  static CompletionStage<Reply> make(Request request, RunningCluster cluster, Change change) {
    return answer(request, change, cluster.submit(change));
  }

  /** Answers a change that is under way. */
  static CompletionStage<Reply> answer(
      Request request, Change change, CompletionStage<Applied> underWay) {
    return underWay.handle(
        (applied, failure) -> {
          if (failure != null) {
            throw new CompletionException(error(failure));
          }
          if (!applied.changed()) {
            return Reply.ok();
          }
          request.audit().changed(request, change.describe(applied.before()));
          return Reply.ok(warning(change, applied));
        });
  }

  /** A reply that waits for nothing. */
  static CompletionStage<Reply> done(Reply reply) {
    return CompletableFuture.completedStage(reply);
  }

  /** Answers a question to the cluster; a refusal is the answer that it is for a change. */
  static <T> CompletionStage<Reply> answered(CompletionStage<T> asked, Function<T, Reply> reply) {
    return asked.handle(
        (value, failure) -> {
          if (failure != null) {
            throw new CompletionException(error(failure));
          }
          return reply.apply(value);
        });
  }

  private static Throwable error(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ChangeRefused refusal ? error(refusal) : cause;
  }

  /** A refusal as the answer to a command. */
  static CommandException error(ChangeRefused refusal) {
    return new CommandException(code(refusal.kind()), refusal.getMessage());
  }

  private static Code code(ChangeRefused.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> Code.NOT_FOUND;
      case CONFLICT -> Code.CONFLICT;
      case REFUSED -> Code.REFUSED;
      case FAILED -> Code.FAILED;
    };
  }

  /** What the operator should know of a change that was made all the same; empty if nothing. */
  private static String warning(Change change, Applied applied) {
    List<String> emptied = List.of();
    if (change instanceof Change.SetWeight set && set.weight() == 0) {
      emptied = applied.before().zonesEmptiedBy(set.node());
    } else if (change instanceof Change.Drain drain) {
      emptied = applied.before().zonesEmptiedBy(drain.node());
    } else if (change instanceof Change.StartRamp start && start.ramp().to() == 0) {
      emptied = applied.before().zonesEmptiedBy(start.ramp().node());
    } else if (change instanceof Change.RemoveNode removal) {
      emptied = applied.before().zonesEmptiedBy(removal.name());
    }
    return emptied.isEmpty()
        ? ""
        : "warning: no node of a weight above 0 is left for new sessions of zone "
            + emptied.stream().map(Quoting::word).collect(Collectors.joining(", "))
            + "; live sessions stay; ADD_NODE or SETWEIGHT brings one back";
  }
}
