package io.ballast.access;

/**
 * Admits connections to one listener from where they may come and within its limits. Thread-safe
 * without contended locks; a limit is never exceeded.
 */
public final class Admission {
  private final Cap connections;
  private final Cap unidentified;
  private volatile InForce inForce;

  /**
   * What a connection is admitted by; it gives back to the same what it has taken.
   *
   * @param rate the limit on new connections, or null
   */
  record InForce(
      AccessSettings access,
      LimitSettings limits,
      Cap connections,
      Cap unidentified,
      SourceCounts sources,
      SourceCounts unidentifiedSources,
      RateLimit rate) {}

  /**
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public Admission(AccessSettings access, LimitSettings limits, long nowNanos) {
    this.connections = new Cap(limits.sessions());
    this.unidentified = new Cap(limits.unidentified());
    this.inForce =
        new InForce(
            access,
            limits,
            connections,
            unidentified,
            new SourceCounts(limits.perSource()),
            new SourceCounts(limits.unidentifiedPerSource()),
            rate(limits, nowNanos));
  }

  private static RateLimit rate(LimitSettings limits, long nowNanos) {
    return limits.newPerSecond() == 0 ? null : new RateLimit(limits.newPerSecond(), nowNanos);
  }

  /**
   * Admits by other settings from now on. Connections that are there stay, and count; against a
   * limit a source that there was none of before, only those that come from now on do. One thread
   * at a time.
   *
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public void reconfigure(AccessSettings access, LimitSettings limits, long nowNanos) {
    InForce old = inForce;
    connections.limit(limits.sessions());
    unidentified.limit(limits.unidentified());
    inForce =
        new InForce(
            access,
            limits,
            connections,
            unidentified,
            old.sources().withLimit(limits.perSource()),
            old.unidentifiedSources().withLimit(limits.unidentifiedPerSource()),
            old.limits().newPerSecond() == limits.newPerSecond()
                ? old.rate()
                : rate(limits, nowNanos));
  }

  /** The pass of a connection that is to be admitted; it has taken nothing yet. */
  public Pass pass() {
    return new Pass(inForce);
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
    return inForce.sources().size() + inForce.unidentifiedSources().size();
  }
}
