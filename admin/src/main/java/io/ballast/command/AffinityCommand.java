package io.ballast.command;

import io.ballast.cluster.Affinity;
import io.ballast.cluster.AffinityRule;
import io.ballast.cluster.SetId;
import io.ballast.cluster.SetTable;
import io.ballast.cluster.Snapshot;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code AFFINITY}: what is configured or set for single sets and for sets of a kind. There may be
 * very many, so rows are made, and even sorted, only as they are read.
 */
final class AffinityCommand implements Command {
  private static final String HEADER = "# kind match zone node";

  private final ClusterCommands clusters;

  /** What there are rows of. */
  private enum Kind {
    SETS("sets"),
    RULES("rules"),
    PINS("pins");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** Which rows are asked for. */
  private static final class Filter {
    private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    private Optional<SetId> set = Optional.empty();
    private int limit = Integer.MAX_VALUE;

    boolean wants(Kind kind) {
      return kinds.isEmpty() || kinds.contains(kind);
    }
  }

  AffinityCommand(ClusterCommands clusters) {
    this.clusters = clusters;
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "AFFINITY",
        "[SETS] [RULES] [PINS] [SET s] [LIMIT k]",
        "the zones of single sets, the rules for all others, and what is pinned; of one set, or so"
            + " many of each kind",
        Trait.NEEDS_CLUSTER);
  }

  @Override
  public CompletionStage<Reply> run(Request request) {
    Filter filter = filter(request.arguments());
    Snapshot now = clusters.cluster(request).snapshot();
    return CompletableFuture.completedStage(reply(now, filter));
  }

  private static Filter filter(Arguments arguments) {
    Filter filter = new Filter();
    while (arguments.hasNext()) {
      if (arguments.accept("SET")) {
        filter.set = Optional.of(SetCommands.set(arguments));
      } else if (arguments.accept("LIMIT")) {
        filter.limit = arguments.integer("k", 1, Integer.MAX_VALUE, "a limit is 1 or more");
      } else {
        Word word = arguments.word("filter");
        filter.kinds.add(
            Stream.of(Kind.values())
                .filter(kind -> word.is(kind.name()))
                .findFirst()
                .orElseThrow(
                    () -> arguments.error(word + " is none of SETS, RULES, PINS, SET, LIMIT")));
      }
    }
    return filter;
  }

  private static Reply reply(Snapshot now, Filter filter) {
    Affinity affinity = now.affinity();
    Map<Kind, Integer> cut = new EnumMap<>(Kind.class);
    // Not by flatMap, which would make all rows before the first is read.
    Stream<String> rows = Stream.of(HEADER);
    if (filter.wants(Kind.SETS)) {
      rows = Stream.concat(rows, sets(affinity, filter, cut));
    }
    if (filter.wants(Kind.RULES) && filter.set.isEmpty()) {
      List<AffinityRule> rules = affinity.rules();
      Stream<String> all = rules.stream().map(AffinityCommand::row);
      rows = Stream.concat(rows, limited(Kind.RULES, all, rules.size(), filter, cut));
    }
    if (filter.wants(Kind.PINS)) {
      rows = Stream.concat(rows, pins(now, filter, cut));
    }
    return new Reply(rows.iterator(), new Ending.Ok(summary(cut, filter)));
  }

  private static Stream<String> sets(Affinity affinity, Filter filter, Map<Kind, Integer> cut) {
    SetTable<String> zones = affinity.sets();
    Function<SetId, String> row =
        set -> Row.of("set", Word.of(set.bytes()), zones.get(set), Row.NOTHING);
    return entries(Kind.SETS, zones, row, filter, cut);
  }

  private static String row(AffinityRule rule) {
    List<String> conditions = new ArrayList<>();
    rule.source().ifPresent(source -> conditions.add("source=" + source));
    rule.identity().ifPresent(identity -> conditions.add("identity=" + identity));
    rule.listener().ifPresent(listener -> conditions.add("listener=" + listener));
    return Row.of("rule", String.join(",", conditions), rule.zone(), Row.NOTHING);
  }

  /** Single sets, then patterns, which are all of the configuration's, so that they are few. */
  private static Stream<String> pins(Snapshot now, Filter filter, Map<Kind, Integer> cut) {
    Function<SetId, String> row =
        set ->
            Row.of(
                "pin",
                Word.of(set.bytes()),
                Row.NOTHING,
                now.pins().get(set).node().orElse(Row.NOTHING));
    Stream<String> patterns =
        filter.set.isPresent()
            ? now.affinity().pinning(filter.set.get()).stream()
            : now.affinity().pinned().stream().map(Object::toString);
    return Stream.concat(
        entries(Kind.PINS, now.pins(), row, filter, cut),
        patterns.map(it -> Row.of("pin-pattern", "identity=" + it, Row.NOTHING, Row.NOTHING)));
  }

  private static <V> Stream<String> entries(
      Kind kind,
      SetTable<V> table,
      Function<SetId, String> row,
      Filter filter,
      Map<Kind, Integer> cut) {
    if (filter.set.isPresent()) {
      return filter.set.filter(set -> table.get(set) != null).map(row).stream();
    }
    return limited(kind, sorted(table).map(row), table.size(), filter, cut);
  }

  /** In order, and no more sorted than is read: the first of 100,000 is there at once. */
  private static Stream<SetId> sorted(SetTable<?> table) {
    List<SetId> sets = new ArrayList<>(table.size());
    table.forEach((set, value) -> sets.add(set));
    PriorityQueue<SetId> rest = new PriorityQueue<>(sets);
    return Stream.generate(rest::poll).limit(sets.size());
  }

  private static Stream<String> limited(
      Kind kind, Stream<String> rows, int number, Filter filter, Map<Kind, Integer> cut) {
    if (number > filter.limit) {
      cut.put(kind, number);
    }
    return rows.limit(filter.limit);
  }

  /** Says of how many the reply has only a part; empty if it has all. */
  private static String summary(Map<Kind, Integer> cut, Filter filter) {
    return cut.entrySet().stream()
        .map(it -> filter.limit + " of " + it.getValue() + " " + it.getKey().word)
        .collect(Collectors.joining(", "));
  }
}
