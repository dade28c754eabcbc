package io.ballast.sessionlog;

import io.ballast.ProxyObserver;
import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionObserver;
import io.ballast.sessionlog.SessionLogSettings.Lines;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what ended to the logger {@code ballast.sessions}, a line each at INFO. Told on the event
 * loops, which only put what ended into a bounded queue; what does not fit is dropped and counted.
 */
public final class SessionLog implements ProxyObserver, AutoCloseable {
  /** The name of the logger that has the lines. */
  public static final String LOGGER = "ballast.sessions";

  private static final Logger log = LoggerFactory.getLogger(SessionLog.class);

  private final Lines lines;
  private final LineWriter writer;

  SessionLog(SessionLogSettings settings, Consumer<String> sink) {
    lines = settings.lines();
    writer = new LineWriter(settings.queue(), sink);
  }

  /** Starts the log; nothing if it is off. */
  public static Optional<SessionLog> start(SessionLogSettings settings) {
    if (settings.lines() == Lines.OFF) {
      return Optional.empty();
    }
    Logger sessions = LoggerFactory.getLogger(LOGGER);
    if (!sessions.isInfoEnabled()) {
      log.warn(
          "session-log.lines = {}: the logger {} is not enabled for INFO, so no line will be seen;"
              + " give it that level in the logging configuration",
          settings.lines().name().toLowerCase(Locale.ROOT),
          LOGGER);
    }
    return Optional.of(new SessionLog(settings, sessions::info));
  }

  @Override
  public SessionObserver sessions(String cluster) {
    return new SessionObserver() {
      @Override
      public void closed(Session session, CloseReason reason) {
        writer.offer(new Ended.OfSession(session, reason, now(), System.nanoTime()));
      }

      @Override
      public void rejected(Origin origin, CloseReason reason) {
        if (lines == Lines.ALL) {
          writer.offer(new Ended.Rejected(cluster, origin, reason, now()));
        }
      }
    };
  }

  /** How many lines have been written. */
  public long written() {
    return writer.written();
  }

  /** How many lines were dropped since too many waited to be written. */
  public long dropped() {
    return writer.dropped();
  }

  /** Writes what waits, as long as that does not take more than a few seconds. */
  @Override
  public void close() {
    writer.close();
  }

  /** To the millisecond: finer ones tell nothing of a session. */
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }
}
