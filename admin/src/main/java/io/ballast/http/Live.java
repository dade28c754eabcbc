package io.ballast.http;

import io.ballast.Proxy;
import io.ballast.RunningCluster;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the page shows as it happens: looks once a second, tells the browsers what is new, and keeps
 * the history of the last hour. Confined to the event loop of the admin channels.
 */
final class Live {
  private static final Logger log = LoggerFactory.getLogger(Live.class);

  private final Proxy proxy;
  private final Supplier<Bytes> status;
  private final Supplier<Bytes> changes;
  private final Events events = new Events();
  private final Map<String, History> histories = new TreeMap<>();
  private int ticks;

  /**
   * Looks at a proxy.
   *
   * @param status makes the event of what is so
   * @param changes makes the event of what operators have changed
   */
  Live(Proxy proxy, Supplier<Bytes> status, Supplier<Bytes> changes) {
    this.proxy = proxy;
    this.status = status;
    this.changes = changes;
  }

  /** Begins; cancelling the future ends it. */
  Future<?> start(EventLoop loop) {
    return loop.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
  }

  /** A fault in one look must not be the end of all. */
  private void tick() {
    try {
      look();
    } catch (RuntimeException e) {
      log.error("what the page shows was not brought up to date", e);
    }
  }

  private void look() {
    if (ticks++ % History.PERIOD_SECONDS == 0) {
      proxy.clusters().forEach(this::sample);
    }
    if (events.streams() > 0) {
      publish();
      events.reassure();
    }
  }

  private void sample(RunningCluster cluster) {
    Map<String, Integer> live = new HashMap<>();
    cluster
        .snapshot()
        .nodes()
        .forEach(node -> live.put(node.name(), cluster.counts().live(node.name())));
    histories.computeIfAbsent(cluster.name(), name -> new History()).sample(live);
  }

  private void publish() {
    events.publish("status", status.get());
    events.publish("changes", changes.get());
  }

  /** The events, the latest of which are up to date. */
  Events events() {
    publish();
    return events;
  }

  /** The history of a cluster as JSON, a node at a time; empty if there is no such cluster. */
  Optional<Iterator<Bytes>> history(String cluster) {
    return Optional.ofNullable(histories.get(cluster)).map(HistoryJson::new);
  }
}
