package io.ballast.loadtest.set;

import io.ballast.loadtest.report.JsonLine;
import io.ballast.sim.Ending;
import io.ballast.sim.Reply;
import io.ballast.sim.SetObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps account of all sets of a process: what they asked and heard, the node that each is on, how
 * long each was away, and who went where. Owned by the one event loop that the sets run on; others
 * ask through it.
 */
final class SetTally implements SetObserver {
  private static final String NOWHERE = "";
  private static final String DOWN = "down";
  private static final String MOVED = word(Ending.CLOSED);
  private static final long PING_PONG_NANOS = TimeUnit.MINUTES.toNanos(60);
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanoTime;
  private final long startNanos;
  private final Map<Reply, Long> replies = new EnumMap<>(Reply.class);
  private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
  private final Map<Ending, Long> openAtEnd = new EnumMap<>(Ending.class);
  private final Map<Change, Long> changes = new HashMap<>();
  private final Map<String, Integer> setsOnNode = new TreeMap<>();
  private final Windows connects = new Windows();
  private final Windows reconnects = new Windows();
  private final Gaps moved = new Gaps("moved");
  private final Gaps returned = new Gaps("returned");
  private final Set<String> down = new HashSet<>();
  private final Life[] lives;
  private long asked;
  private long repeated;
  private long lost;
  private long left;
  private long abandoned;
  private long handovers;
  private long pingPongs;
  private long reconnectsAtProgress;

  /** What is remembered of one set. */
  private static final class Life {
    private String node = NOWHERE;
    private String before = NOWHERE;
    private String after = NOWHERE;
    private long endedNanos;
    private boolean wasConnected;
    private String movedFrom = NOWHERE;
    private long movedNanos;
  }

  SetTally(int sets, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.lives = new Life[sets];
    Arrays.setAll(lives, set -> new Life());
  }

  @Override
  public void connecting(int set) {
    long sinceStart = nanoTime.getAsLong() - startNanos;
    connects.add(sinceStart);
    if (lives[set].wasConnected) {
      reconnects.add(sinceStart);
    }
  }

  @Override
  public void asked(int set, boolean again) {
    if (again) {
      repeated++;
    } else {
      asked++;
    }
  }

  @Override
  public void heard(int set, String node, Reply reply) {
    replies.merge(reply, 1L, Long::sum);
    Life life = lives[set];
    if (reply == Reply.FOREIGN || life.node.equals(node)) {
      return;
    }
    if (life.node.equals(NOWHERE)) {
      cameTo(node, life);
    } else {
      handovers++;
      leave(life);
    }
    life.node = node;
    setsOnNode.merge(node, 1, Integer::sum);
  }

  private void cameTo(String node, Life life) {
    long now = nanoTime.getAsLong();
    if (life.wasConnected) {
      returned.add(now - life.endedNanos);
      if (!node.equals(life.before)) {
        changedTo(node, life, now);
      }
    }
    life.wasConnected = true;
  }

  /** A move is told by its gentle end: a connection that was reset was not moved, it broke. */
  private void changedTo(String node, Life life, long now) {
    changes.merge(new Change(life.before, node, life.after), 1L, Long::sum);
    if (!life.after.equals(MOVED)) {
      life.movedFrom = NOWHERE;
      return;
    }
    moved.add(now - life.endedNanos);
    if (node.equals(life.movedFrom) && now - life.movedNanos < PING_PONG_NANOS) {
      pingPongs++;
    }
    life.movedFrom = life.before;
    life.movedNanos = now;
  }

  private void leave(Life life) {
    setsOnNode.merge(life.node, -1, Integer::sum);
  }

  @Override
  public void ended(int set, Ending ending, int unanswered, int lostNow) {
    endings.merge(ending, 1L, Long::sum);
    openAtEnd.merge(ending, (long) unanswered, Long::sum);
    lost += lostNow;
    Life life = lives[set];
    if (!life.node.equals(NOWHERE)) {
      leave(life);
      life.before = life.node;
      life.node = NOWHERE;
      life.after = down.contains(life.before) ? DOWN : word(ending);
      life.endedNanos = nanoTime.getAsLong();
    }
  }

  @Override
  public void left(int set, int unanswered) {
    left++;
    abandoned += unanswered;
  }

  /** How many requests are still to be answered. */
  long outstanding() {
    return asked - count(Reply.ANSWERED) - count(Reply.REORDERED) - lost - abandoned;
  }

  private static String word(Ending ending) {
    return ending.name().toLowerCase(Locale.ROOT);
  }

  /** Whether a node is known to be down: a set that leaves it then was not moved for balance. */
  void nodeIsDown(String node, boolean isDown) {
    if (isDown) {
      down.add(node);
    } else {
      down.remove(node);
    }
  }

  /** Forgets how connections ended and who went where; what was asked and answered still counts. */
  void mark() {
    endings.clear();
    openAtEnd.clear();
    changes.clear();
    moved.forget();
    returned.forget();
    repeated = 0;
    pingPongs = 0;
  }

  private long count(Reply reply) {
    return replies.getOrDefault(reply, 0L);
  }

  private int connected() {
    return setsOnNode.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How things stand, and how many sets came back since this was last asked. */
  SetProgress progress() {
    long before = reconnectsAtProgress;
    reconnectsAtProgress = reconnects.total();
    return new SetProgress(
        seconds(),
        lives.length,
        connected(),
        new TreeMap<>(setsOnNode),
        reconnectsAtProgress - before,
        count(Reply.ANSWERED),
        wrong());
  }

  /**
   * How many answers were lost, doubled, reordered or other than they must be. Those that are still
   * to come are not among them.
   */
  long wrong() {
    return lost + count(Reply.DOUBLED) + count(Reply.REORDERED) + count(Reply.FOREIGN);
  }

  private double seconds() {
    return Math.round((nanoTime.getAsLong() - startNanos) / NANOS_PER_SECOND * 1000) / 1000.0;
  }

  List<JsonLine> report() {
    List<JsonLine> lines = new ArrayList<>();
    lines.add(totals());
    lines.add(moved.report());
    lines.add(returned.report());
    lines.add(windows("connects", connects));
    lines.add(windows("reconnects", reconnects));
    setsOnNode.forEach(
        (node, sets) -> lines.add(JsonLine.of("node").with("node", node).with("sets", sets)));
    changes.forEach(
        (change, sets) ->
            lines.add(
                JsonLine.of("change")
                    .with("from", change.from())
                    .with("to", change.to())
                    .with("after", change.after())
                    .with("sets", sets)));
    return lines;
  }

  private JsonLine totals() {
    JsonLine line =
        JsonLine.of("sets")
            .with("sets", lives.length)
            .with("seconds", seconds())
            .with("asked", asked)
            .with("repeated", repeated)
            .with("answered", count(Reply.ANSWERED))
            .with("unanswered", outstanding())
            .with("lost", lost)
            .with("doubled", count(Reply.DOUBLED))
            .with("reordered", count(Reply.REORDERED))
            .with("foreign", count(Reply.FOREIGN))
            .with("left", left)
            .with("handovers", handovers)
            .with("pingPongs", pingPongs);
    return line.with("endings", byWord(endings)).with("openAtEnd", byWord(openAtEnd));
  }

  private static Map<String, Long> byWord(Map<Ending, Long> counts) {
    Map<String, Long> byWord = new LinkedHashMap<>();
    for (Ending ending : Ending.values()) {
      byWord.put(word(ending), counts.getOrDefault(ending, 0L));
    }
    return byWord;
  }

  private static JsonLine windows(String type, Windows windows) {
    return JsonLine.of(type)
        .with("total", windows.total())
        .with("peakIn100Millis", windows.peak())
        .with("perSecond", windows.perSecond());
  }
}
