package io.ballast.command;

import io.ballast.RunningCluster;
import io.ballast.balance.Forecast;
import io.ballast.cluster.Change;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** {@code PLAN}: what a change would move, asked of the planner itself. Changes nothing. */
final class PlanCommand implements Command {
  private static final String HEADER = "# from to sessions";

  private final ClusterCommands clusters;
  private final Map<String, BiFunction<RunningCluster, Arguments, Change>> changes =
      new TreeMap<>();

  /**
   * @param changing the commands that make a change, by word
   */
  PlanCommand(
      ClusterCommands clusters,
      Map<String, BiFunction<RunningCluster, Arguments, Change>> changing) {
    this.clusters = clusters;
    changes.putAll(changing);
    changes.put("DRAIN", DrainCommand::change);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "PLAN",
        "change",
        "what a change would move, from where to where and how long it takes, such as PLAN SETWEIGHT"
            + " a 50",
        Trait.NEEDS_CLUSTER);
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    RunningCluster cluster = clusters.cluster(request);
    Arguments arguments = request.arguments();
    Word word = arguments.word("change");
    BiFunction<RunningCluster, Arguments, Change> reader = changes.get(word.upperCase());
    if (reader == null) {
      throw arguments.error(
          word
              + " is no change that can be planned; those are "
              + String.join(", ", changes.keySet()));
    }
    Change change = reader.apply(cluster, arguments);
    arguments.end();
    return Changes.answered(cluster.plan(change), PlanCommand::reply);
  }

  private static Reply reply(Forecast forecast) {
    Stream<String> rows =
        forecast.flows().stream().map(flow -> Row.of(flow.from(), flow.to(), flow.sessions()));
    List<String> lines = Stream.concat(Stream.of(HEADER), rows).toList();
    String more = forecast.complete() ? "" : " at least; the rest was not planned";
    String summary =
        forecast.sessions()
            + (forecast.sessions() == 1 ? " session" : " sessions")
            + " would move in "
            + StatusCommands.text(forecast.duration())
            + more;
    return new Reply(lines.iterator(), new Ending.Ok(summary));
  }
}
