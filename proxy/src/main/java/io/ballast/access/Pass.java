package io.ballast.access;

import java.net.InetAddress;

/**
 * What one connection has taken of its listener's limits, from accept to close. The client's
 * address and the connection itself are admitted one by one, since a trusted sender's connection is
 * there before the client's address is known. After a refusal, as at the end, {@link #release}
 * gives back everything but what was taken of the rate. Used by one thread at a time.
 */
public final class Pass implements Admitted {
  private final Admission.InForce admission;
  // Kept only while it is counted by its address.
  private InetAddress source;
  private boolean counted;
  private boolean unidentifiedSource;
  private boolean connection;
  private boolean unidentified;

  Pass(Admission.InForce admission) {
    this.admission = admission;
  }

  /** Whether the client's address matters; if not, {@link #admitSource} may be left out. */
  public boolean looksAtSource() {
    return admission.access().restricted()
        || admission.sources().counts()
        || admission.unidentifiedSources().counts();
  }

  /** Asks for a connection of the client with that address. Once. */
  public Verdict admitSource(InetAddress client) {
    if (!admission.access().admits(client)) {
      return Verdict.DENIED;
    }
    if (!admission.sources().open(client)) {
      return Verdict.TOO_MANY_OF_SOURCE;
    }
    counted = admission.sources().counts();
    source = counted ? client : null;
    if (!admission.unidentifiedSources().open(client)) {
      return Verdict.TOO_MANY_UNIDENTIFIED;
    }
    unidentifiedSource = admission.unidentifiedSources().counts();
    source = counted || unidentifiedSource ? client : null;
    return Verdict.ADMITTED;
  }

  /**
   * Asks for a connection, whosever it is. Once. One that is refused takes nothing of the rate.
   *
   * @param nowNanos the time, on the clock of {@link System#nanoTime}
   */
  public Verdict admitConnection(long nowNanos) {
    if (!admission.connections().open()) {
      return Verdict.TOO_MANY_SESSIONS;
    }
    connection = true;
    if (!admission.unidentified().open()) {
      return Verdict.TOO_MANY_UNIDENTIFIED;
    }
    unidentified = true;
    return admission.rate() == null || admission.rate().take(nowNanos)
        ? Verdict.ADMITTED
        : Verdict.TOO_FAST;
  }

  /** It is known whose connection it is. */
  public void identified() {
    if (unidentified) {
      unidentified = false;
      admission.unidentified().release();
    }
    if (unidentifiedSource) {
      unidentifiedSource = false;
      admission.unidentifiedSources().close(source);
      source = counted ? source : null;
    }
  }

  /**
   * What is to be released when the connection ends, in place of this pass, now that it is known
   * whose connection it is. Where nothing is counted but that there is one, that is no object of
   * its own: many connections live long.
   */
  public Admitted lasting() {
    boolean onlyConnection = connection && !unidentified && !unidentifiedSource && !counted;
    if (!onlyConnection) {
      return this;
    }
    connection = false;
    return admission.connections();
  }

  /** The connection has ended, or was refused. */
  @Override
  public void release() {
    identified();
    if (counted) {
      counted = false;
      admission.sources().close(source);
      source = null;
    }
    if (connection) {
      connection = false;
      admission.connections().release();
    }
  }
}
