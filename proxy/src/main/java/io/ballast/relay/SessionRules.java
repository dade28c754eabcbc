package io.ballast.relay;

import io.ballast.access.Admission;
import io.ballast.identity.IdentitySource;
import io.ballast.session.CloseReason;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What all sessions of a listener have in common, ready for use. Any thread may ask; the settings
 * are replaced as a whole when the listener is reconfigured.
 */
final class SessionRules {
  /** How long each of the two waits of a gentle close may take. */
  static final Duration GENTLE_STEP = Duration.ofSeconds(5);

  private final Admission admission;
  private final SessionBook book;
  private final Duration gentleStep;
  private final String processToken;
  private final LongSupplier clock;
  private volatile InForce inForce;

  /** What follows from the settings. */
  private record InForce(
      ListenerSettings settings,
      RelayedCluster cluster,
      IdentitySource source,
      LocalAddresses locals) {
    static InForce of(ListenerSettings settings, RelayedCluster cluster) {
      return new InForce(
          settings,
          cluster,
          settings.identity().source(),
          new LocalAddresses(cluster.connect().source()));
    }
  }

  SessionRules(
      ListenerSettings settings,
      RelayedCluster cluster,
      Duration gentleStep,
      String processToken,
      LongSupplier clock) {
    this(
        settings,
        cluster,
        new Admission(settings.access(), settings.limits(), clock.getAsLong()),
        gentleStep,
        processToken,
        clock);
  }

  private SessionRules(
      ListenerSettings settings,
      RelayedCluster cluster,
      Admission admission,
      Duration gentleStep,
      String processToken,
      LongSupplier clock) {
    this.admission = admission;
    this.book = new SessionBook(cluster);
    this.gentleStep = gentleStep;
    this.processToken = processToken;
    this.clock = clock;
    this.inForce = InForce.of(settings, cluster);
  }

  /**
   * The rules by other settings: the same ones, changed, unless the cluster is another, whose
   * sessions cannot have those of this one. The limits go on counting.
   */
  SessionRules reconfigured(ListenerSettings settings, RelayedCluster cluster) {
    admission.reconfigure(settings.access(), settings.limits(), nowNanos());
    if (!cluster.isSameAs(cluster())) {
      return new SessionRules(settings, cluster, admission, gentleStep, processToken, clock);
    }
    inForce = InForce.of(settings, cluster);
    return this;
  }

  RelayedCluster cluster() {
    return inForce.cluster();
  }

  ListenerSettings settings() {
    return inForce.settings();
  }

  Admission admission() {
    return admission;
  }

  SessionBook book() {
    return book;
  }

  IdentitySource source() {
    return inForce.source();
  }

  LocalAddresses locals() {
    return inForce.locals();
  }

  /** What tells this process's sessions from those of others in unique ids. */
  String processToken() {
    return processToken;
  }

  boolean rejectsMissing() {
    return settings().onMissing() == ListenerSettings.OnMissing.REJECT;
  }

  long nowNanos() {
    return clock.getAsLong();
  }

  boolean connectOverdue(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos >= cluster().connect().timeout().toNanos();
  }

  /** The timeout that an open session has run into, or null. */
  CloseReason overdue(SessionProgress progress, long quietSinceNanos, long nowNanos) {
    TimeoutSettings timeouts = settings().timeouts();
    if (overdue(timeouts.idle(), quietSinceNanos, nowNanos)) {
      return CloseReason.IDLE;
    }
    long since = progress.waitingSince(quietSinceNanos);
    return progress.halfClosed() && overdue(timeouts.halfClosed(), since, nowNanos)
        ? CloseReason.HALF_CLOSED_TIMEOUT
        : null;
  }

  private static boolean overdue(Duration limit, long sinceNanos, long nowNanos) {
    return !limit.isZero() && nowNanos - sinceNanos >= limit.toNanos();
  }

  GentleClose gentleClose(Legs legs, SessionProgress progress, CloseReason reason, Quiet quiet) {
    return new GentleClose(
        legs, progress, settings().move().farewellBytes(), gentleStep.toNanos(), reason, quiet);
  }
}
