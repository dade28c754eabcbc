package io.ballast.sessionlog;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Origin;
import io.ballast.command.Quoting;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.time.Instant;
import java.util.List;

/**
 * A session or connection that has ended, and its line in the log. The line is made on the log's
 * own thread: an ended session changes no more.
 */
sealed interface Ended {
  /** The keys of every line, in their order. */
  List<String> KEYS =
      List.of(
          "time",
          "session",
          "cluster",
          "listener",
          "set",
          "node",
          "zone",
          "placed",
          "identify-ms",
          "connect-ms",
          "duration-ms",
          "from-client",
          "from-node",
          "discarded",
          "reason",
          "client");

  /** What a line has for what a connection that became no session has not. */
  String NOTHING = "-";

  /** Its line. */
  String line();

  private static String line(Object... values) {
    StringBuilder line = new StringBuilder(256);
    for (int i = 0; i < values.length; i++) {
      line.append(i == 0 ? "" : " ").append(KEYS.get(i)).append('=').append(values[i]);
    }
    return line.toString();
  }

  /**
   * A session.
   *
   * @param endedNanos when it ended, on the clock of {@link System#nanoTime}
   */
  record OfSession(Session session, CloseReason reason, Instant time, long endedNanos)
      implements Ended {
    @Override
    public String line() {
      return Ended.line(
          time,
          session.id(),
          Quoting.word(session.cluster()),
          Quoting.word(session.origin().listener()),
          Quoting.word(session.set().bytes()),
          Quoting.word(session.node()),
          Quoting.word(session.zone()),
          session.reason().word(),
          millis(session.openedNanos(), session.identifiedNanos()),
          millis(session.identifiedNanos(), session.connectedNanos()),
          millis(session.openedNanos(), endedNanos),
          session.bytesFromClient(),
          session.bytesFromNode(),
          session.bytesDiscarded(),
          reason.word(),
          HostPort.text(session.origin().source()));
    }

    private static long millis(long fromNanos, long toNanos) {
      return (toNanos - fromNanos) / 1_000_000;
    }
  }

  /** A connection that never became a session. */
  record Rejected(String cluster, Origin origin, CloseReason reason, Instant time)
      implements Ended {
    @Override
    public String line() {
      return Ended.line(
          time,
          NOTHING,
          Quoting.word(cluster),
          Quoting.word(origin.listener()),
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          NOTHING,
          reason.word(),
          HostPort.text(origin.source()));
    }
  }
}
