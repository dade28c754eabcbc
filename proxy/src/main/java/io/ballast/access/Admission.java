package io.ballast.access;

import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Admits connections to one listener within its limits. Thread-safe without contended locks; a
 * limit is never exceeded.
 */
public final class Admission {
  private final LimitSettings limits;
  private final AtomicInteger connections = new AtomicInteger();
  private final SourceCounts sources = new SourceCounts();
  private final RateLimit rate;

  /**
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public Admission(LimitSettings limits, long nowNanos) {
    this.limits = limits;
    this.rate = limits.newPerSecond() == 0 ? null : new RateLimit(limits.newPerSecond(), nowNanos);
  }

  /**
   * Asks for a connection. One that is refused takes nothing, of the rate neither.
   *
   * @param source where it comes from
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public Verdict admit(InetAddress source, long nowNanos) {
    int now = connections.incrementAndGet();
    if (limits.sessions() > 0 && now > limits.sessions()) {
      connections.decrementAndGet();
      return Verdict.TOO_MANY_SESSIONS;
    }
    if (limits.perSource() > 0 && !sources.open(source, limits.perSource())) {
      connections.decrementAndGet();
      return Verdict.TOO_MANY_OF_SOURCE;
    }
    if (rate != null && !rate.take(nowNanos)) {
      release(source);
      return Verdict.TOO_FAST;
    }
    return Verdict.ADMITTED;
  }

  /** An admitted connection has ended. */
  public void release(InetAddress source) {
    if (limits.perSource() > 0) {
      sources.close(source);
    }
    connections.decrementAndGet();
  }

  /** How many admitted connections there are. */
  public int connections() {
    return connections.get();
  }

  /** How many source addresses are counted by themselves. */
  int countedSources() {
    return sources.size();
  }
}
