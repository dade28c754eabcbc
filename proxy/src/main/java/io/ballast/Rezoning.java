package io.ballast;

import io.ballast.cluster.Change;
import io.ballast.cluster.Cluster;
import io.ballast.cluster.Snapshot;
import io.ballast.session.LiveSessions;
import io.ballast.session.Session;
import java.util.Iterator;
import java.util.List;

/**
 * Counts live sessions in the zones that their sets are configured for, when that is edited. Each
 * session's loop finds out whether its zone is another than before: here an edit just made may not
 * show yet. Runs on the control thread, and on many sessions in portions, each by the snapshot of
 * its own time, so that a later edit of a set is not undone.
 */
final class Rezoning {
  /** Patterns of rules take a microsecond or so a session. */
  private static final int PORTION = 1000;

  private final Cluster cluster;
  private final LiveSessions sessions;
  private final ControlThread control;

  Rezoning(Cluster cluster, LiveSessions sessions, ControlThread control) {
    this.cluster = cluster;
    this.sessions = sessions;
    this.control = control;
  }

  /** A snapshot was published. */
  void published(Snapshot before, Snapshot after, List<Change> changes) {
    for (Change change : changes) {
      if (change instanceof Change.SetZone edit) {
        sessions.forEachOf(edit.set(), session -> rezone(session, after));
      } else if (change instanceof Change.Reconfigure
          && !before.affinity().equals(after.affinity())) {
        goOn(sessions.all().iterator());
      }
    }
  }

  private void goOn(Iterator<Session> left) {
    Snapshot now = cluster.snapshot();
    for (int i = 0; i < PORTION && left.hasNext(); i++) {
      rezone(left.next(), now);
    }
    if (left.hasNext()) {
      control.execute(() -> goOn(left));
    }
  }

  private static void rezone(Session session, Snapshot now) {
    session.ends().rezone(now.affinity().zoneOf(session.set(), session.origin()));
  }
}
