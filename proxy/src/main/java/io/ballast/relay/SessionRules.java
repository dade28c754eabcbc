package io.ballast.relay;

import io.ballast.access.Admission;
import io.ballast.identity.IdentitySource;
import io.ballast.session.CloseReason;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What all sessions of a listener have in common, ready for use. Immutable. */
final class SessionRules {
  /** How long each of the two waits of a gentle close may take. */
  static final Duration GENTLE_STEP = Duration.ofSeconds(5);

  private final ListenerSettings settings;
  private final RelayedCluster cluster;
  private final Admission admission;
  private final SessionBook book;
  private final IdentitySource source;
  private final LocalAddresses locals;
  private final byte[] farewell;
  private final long gentleStepNanos;
  private final String processToken;
  private final LongSupplier clock;

  SessionRules(
      ListenerSettings settings,
      RelayedCluster cluster,
      Duration gentleStep,
      String processToken,
      LongSupplier clock) {
    this.settings = settings;
    this.cluster = cluster;
    this.admission = new Admission(settings.access(), settings.limits(), clock.getAsLong());
    this.book = new SessionBook(cluster);
    this.source = settings.identity().source();
    this.locals = new LocalAddresses(cluster.connect().source());
    this.farewell = settings.move().farewellBytes();
    this.gentleStepNanos = gentleStep.toNanos();
    this.processToken = processToken;
    this.clock = clock;
  }

  RelayedCluster cluster() {
    return cluster;
  }

  ListenerSettings settings() {
    return settings;
  }

  Admission admission() {
    return admission;
  }

  SessionBook book() {
    return book;
  }

  IdentitySource source() {
    return source;
  }

  LocalAddresses locals() {
    return locals;
  }

  /** What tells this process's sessions from those of others in unique ids. */
  String processToken() {
    return processToken;
  }

  boolean rejectsMissing() {
    return settings.onMissing() == ListenerSettings.OnMissing.REJECT;
  }

  long nowNanos() {
    return clock.getAsLong();
  }

  boolean connectOverdue(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos >= cluster.connect().timeout().toNanos();
  }

  /** The timeout that an open session has run into, or null. */
  CloseReason overdue(SessionProgress progress, long quietSinceNanos, long nowNanos) {
    if (overdue(settings.timeouts().idle(), quietSinceNanos, nowNanos)) {
      return CloseReason.IDLE;
    }
    long since = progress.waitingSince(quietSinceNanos);
    return progress.halfClosed() && overdue(settings.timeouts().halfClosed(), since, nowNanos)
        ? CloseReason.HALF_CLOSED_TIMEOUT
        : null;
  }

  private static boolean overdue(Duration limit, long sinceNanos, long nowNanos) {
    return !limit.isZero() && nowNanos - sinceNanos >= limit.toNanos();
  }

  GentleClose gentleClose(Legs legs, SessionProgress progress, CloseReason reason, Quiet quiet) {
    return new GentleClose(legs, progress, farewell, gentleStepNanos, reason, quiet);
  }
}
