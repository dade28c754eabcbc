package io.ballast.access;

/**
 * Admits connections to one listener from where they may come and within its limits. Thread-safe
 * without contended locks; a limit is never exceeded.
 */
public final class Admission {
  final AccessSettings access;
  final Cap connections;
  final Cap unidentified;
  final SourceCounts sources;
  final SourceCounts unidentifiedSources;

  /** The limit on new connections, or null. */
  final RateLimit rate;

  /**
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public Admission(AccessSettings access, LimitSettings limits, long nowNanos) {
    this.access = access;
    this.connections = new Cap(limits.sessions());
    this.unidentified = new Cap(limits.unidentified());
    this.sources = new SourceCounts(limits.perSource());
    this.unidentifiedSources = new SourceCounts(limits.unidentifiedPerSource());
    this.rate = limits.newPerSecond() == 0 ? null : new RateLimit(limits.newPerSecond(), nowNanos);
  }

  /** The pass of a connection that is to be admitted; it has taken nothing yet. */
  public Pass pass() {
    return new Pass(this);
  }

  /** How many admitted connections there are. */
  public int connections() {
    return connections.count();
  }

  /** How many of them have not said who they are. */
  int unidentified() {
    return unidentified.count();
  }

  /** How many source addresses are counted by themselves. */
  int countedSources() {
    return sources.size() + unidentifiedSources.size();
  }
}
