package io.ballast;

import io.ballast.command.Audit;
import io.ballast.command.Caller;
import io.ballast.command.Language;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the demonstration does by itself, so that there is something to see: a node is drained and
 * comes back, another gets a greater weight for a while, and so on from the start. It gives
 * commands as an operator does, and ends when somebody else changes something, so as not to be in
 * the way. Confined to the event loop of the admin channels.
 */
final class DemoTour {
  private static final Logger log = LoggerFactory.getLogger(DemoTour.class);
  private static final String NAME = "demo";

  /** A command, and how long to wait before it. */
  private record Step(Duration after, String command) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(Duration.ofSeconds(12), "DRAIN na-1 OVER 30s STEPS 5"),
          new Step(Duration.ofSeconds(60), "SETWEIGHT na-1 10 OVER 30s STEPS 5"),
          // The weight went to and fro, which holds the node; the tour does not wait for that.
          new Step(Duration.ofSeconds(35), "REBALANCE NOW"),
          new Step(Duration.ofSeconds(25), "SETWEIGHT ap-2 40 OVER 30s STEPS 5"),
          new Step(Duration.ofSeconds(60), "SETWEIGHT ap-2 10 OVER 30s STEPS 5"),
          new Step(Duration.ofSeconds(35), "REBALANCE NOW"));

  private final Language language;
  private final Audit audit;
  private final EventLoop loop;
  private final Caller caller = new Caller(NAME, NAME, true);
  private int at;

  /** A tour of the demonstration's cluster. */
  DemoTour(Language language, Audit audit, EventLoop loop) {
    this.language = language;
    this.audit = audit;
    this.loop = loop;
  }

  /** Begins, a few seconds from now; it goes on until the loop ends. */
  void start() {
    loop.execute(this::await);
  }

  private void await() {
    loop.schedule(this::step, STEPS.get(at).after().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void step() {
    if (audit.recent().stream().anyMatch(entry -> !entry.by().equals(NAME))) {
      log.info("the demonstration leaves the nodes to you from now on");
      return;
    }
    byte[] line = STEPS.get(at).command().getBytes(StandardCharsets.US_ASCII);
    at = (at + 1) % STEPS.size();
    language.run(line, caller).thenRun(() -> loop.execute(this::await));
  }
}
