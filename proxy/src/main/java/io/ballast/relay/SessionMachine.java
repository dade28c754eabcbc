package io.ballast.relay;

import io.ballast.access.Admitted;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.cluster.Snapshot;
import io.ballast.identity.TlsPeer;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import io.ballast.session.SessionState;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of one session, from accept to close. It knows no channel and no buffer: a transport
 * tells it what happens to the two legs, and does what it says to them through {@link Legs}. The
 * reason for which a session ends is decided here, and only here. Belongs to its event loop.
 *
 * <pre>
 *  accepted
 *     |
 * IDENTIFYING ----- malformed, names no set and is rejected, too late, client left -----+
 *     | identified                                                                      |
 * CONNECTING &lt;---+ next node, or placed anew: drained meanwhile                          |
 *     |   |      |                                                                      |
 *     |   +------+----- no node, none answers, no local port, client left --------------+
 *     | connected, registered, and the node may still take it                           |
 * RELAYING -------- reset, silent host, idle, aborted ----------------------------------+
 *     | one side has sent everything                                                    |
 * HALF_CLOSED ----- the same; the other side has too; no byte for too long -------------+
 *     |                                                                                 |
 * CLOSING           closed gently from either of the two, step by step: see GentleClose |
 *     |                                                                                 |
 *     +--------------------------------- end(reason) &lt;-----------------------------------+
 *                                           | both legs are gone
 *                                        CLOSED
 * </pre>
 */
final class SessionMachine extends SessionEnds {
  private static final Logger log = LoggerFactory.getLogger(SessionMachine.class);

  private final long id;
  private final SessionRules rules;
  private final Legs legs;
  private final Sweep sweep;
  private final long acceptedNanos;
  private final SessionProgress progress = new SessionProgress();
  private Admitted admitted;
  private SessionState state = SessionState.IDENTIFYING;
  private Identifying identifying;
  private Session session;
  private Connecting connecting;
  private GentleClose gentle;
  private CloseReason endReason;

  SessionMachine(
      long id, Arrival arrival, SessionRules rules, Legs legs, Executor loop, Sweep sweep) {
    super(loop);
    this.id = id;
    this.admitted = arrival.pass();
    this.rules = rules;
    this.legs = legs;
    this.sweep = sweep;
    this.acceptedNanos = arrival.acceptedNanos();
    this.identifying = new Identifying(rules, arrival, this, legs);
    progress.reach(Side.NODE, LegProgress.GONE);
  }

  /** The client's leg is up. */
  void accepted() {
    sweep.hurry(this);
    identifying.start();
  }

  /** Whether the client's bytes are needed to tell its set. */
  boolean identifying() {
    return state == SessionState.IDENTIFYING && endReason == null;
  }

  /** The client has sent something: these are all its bytes so far. While identifying. */
  void received(ByteBuffer firstBytes) {
    identifying.received(firstBytes);
  }

  /** The TLS handshake with the client has succeeded. */
  void secured(TlsPeer peer) {
    identifying.secured(peer);
  }

  /** The set is known. */
  void identified(SetId set, boolean affine) {
    Snapshot now = rules.cluster().snapshot().get();
    Arrival arrival = identifying.arrival();
    admitted = arrival.pass().lasting();
    String zone = now.affinity().zoneOf(set, arrival.origin());
    session = arrival.session(id, now.cluster(), set, affine, zone, this);
    state = SessionState.CONNECTING;
    identifying = null;
    connecting = new Connecting(session, arrival, rules, legs, this::fail);
    connecting.start(now);
  }

  /** The node has taken the connection. */
  void connected() {
    if (connecting.accepted()) {
      byte[] header = connecting.header();
      connecting = null;
      progress.open();
      relay(header);
    }
  }

  /** The node that is being connected to did not take the connection. */
  void connectFailed(ConnectOutcome outcome) {
    connecting.failed(outcome);
  }

  private void relay(byte[] header) {
    to(SessionState.RELAYING);
    sweep.settle(this);
    rules.book().opened(session);
    legs.startRelay(header);
    if (progress.has(Side.CLIENT, LegProgress.ENDED)) {
      passOnEnd(Side.CLIENT);
    }
  }

  /** What the node is sent first. While it is being connected to. */
  byte[] header() {
    return connecting.header();
  }

  /** A side has sent everything; what it sent before has been handed on. */
  void ended(Side side) {
    progress.reach(side, LegProgress.ENDED);
    if (endReason != null) {
      return;
    }
    switch (state) {
      case IDENTIFYING -> identifying.ended(legs.received(Side.CLIENT));
      case CONNECTING -> log.debug("session={} has sent everything before it is connected", id);
      default -> passOnEnd(side);
    }
  }

  private void passOnEnd(Side side) {
    if (!progress.halfClosed()) {
      progress.halfClosed(side, rules.nowNanos());
    }
    if (state == SessionState.RELAYING) {
      to(SessionState.HALF_CLOSED);
    }
    if (!progress.has(side.other(), LegProgress.FINISHING)) {
      progress.reach(side.other(), LegProgress.FINISHING);
      legs.finish(side.other());
    }
    review();
  }

  /** The stream to a side has ended, after everything before it. */
  void finished(Side side) {
    progress.reach(side, LegProgress.FINISHED);
    review();
  }

  /** A leg is broken; everything that its side had sent before has been handed on. */
  void broken(Side side, boolean timedOut) {
    broken(side, side.broken(timedOut));
  }

  /** The same, for a reason of its own. */
  void broken(Side side, CloseReason reason) {
    if (endReason != null) {
      legs.drop(side);
    } else if (!progress.opened()) {
      fail(CloseReason.CLIENT_LEFT);
    } else if (mattersNoMore(side)) {
      progress.concluded(side);
      legs.close(side);
      review();
    } else {
      end(reason);
      legs.drop(side);
      legs.reset(side.other());
    }
  }

  private boolean mattersNoMore(Side side) {
    return progress.done(side) || (gentle != null && gentle.doneWith(side));
  }

  /** A leg is no more. */
  void gone(Side side) {
    progress.reach(side, LegProgress.GONE);
    if (endReason == null && !(progress.opened() && mattersNoMore(side))) {
      broken(side, false);
    } else if (endReason == null) {
      review();
    }
    if (endReason != null && progress.gone()) {
      over();
    }
  }

  @Override
  void sweep(long nowNanos) {
    if (endReason != null) {
      return;
    }
    switch (state) {
      case IDENTIFYING -> identifying.sweep(nowNanos);
      case CONNECTING -> connecting.sweep(nowNanos);
      default -> sweepOpen(nowNanos);
    }
  }

  private void sweepOpen(long nowNanos) {
    if (rules.lasting(acceptedNanos, nowNanos)) {
      legs.lasts();
    }
    carried(nowNanos);
    boolean finishing = gentle != null && !gentle.waitsForQuiet();
    CloseReason overdue =
        finishing ? null : rules.overdue(progress, session.quietSinceNanos(), nowNanos);
    if (overdue == null) {
      review(nowNanos);
    } else {
      endBoth(overdue);
    }
  }

  private void carried(long nowNanos) {
    rules.book().carried(session, legs.received(Side.CLIENT), legs.received(Side.NODE), nowNanos);
  }

  private void review() {
    review(gentle == null ? 0 : rules.nowNanos()); // only a gentle close asks for the time
  }

  /** Takes the steps of a gentle close that are due; ends a session that has come to its end. */
  private void review(long nowNanos) {
    if (endReason != null || !progress.opened()) {
      return;
    }
    if (gentle != null) {
      gentle.proceed(session.quietSinceNanos(), nowNanos);
      if (gentle.done()) {
        session.discarded(legs.discarded());
        endBoth(gentle.outcome());
      }
    }
    if (endReason == null && progress.done()) {
      endBoth(progress.orderly());
    }
  }

  /** Ends an open session. */
  private void endBoth(CloseReason reason) {
    end(reason);
    progress.endLegs(legs, reason);
    if (progress.gone()) {
      over();
    }
  }

  /** Ends a connection that never became a session. */
  void fail(CloseReason reason) {
    end(reason);
    legs.leaveNode();
    if (progress.has(Side.CLIENT, LegProgress.GONE)) {
      over();
    } else {
      legs.drop(Side.CLIENT);
    }
  }

  private void end(CloseReason reason) {
    endReason = reason;
    to(SessionState.CLOSING);
  }

  private void over() {
    if (state == SessionState.CLOSED) {
      return;
    }
    sweep.leave(this);
    if (connecting != null) {
      connecting.giveUp();
    }
    to(SessionState.CLOSED);
    admitted.release();
    if (progress.opened()) {
      carried(rules.nowNanos());
      rules.book().closed(session, endReason);
    } else {
      Origin origin = session == null ? identifying.arrival().origin() : session.origin();
      rules.book().rejected(id, origin, endReason);
    }
  }

  @Override
  void endGently(CloseReason reason, long quietNanos, long patienceNanos) {
    boolean begun = gentle != null && !gentle.waitsForQuiet();
    if (!progress.opened() || endReason != null || begun) {
      return;
    }
    long now = rules.nowNanos();
    carried(now);
    Quiet quiet = new Quiet(quietNanos, patienceNanos, now);
    gentle = rules.gentleClose(legs, progress, reason, quiet);
    to(SessionState.CLOSING);
    sweep.hurry(this);
    review(now);
  }

  @Override
  void endAtOnce(CloseReason reason) {
    if (endReason == null && !progress.opened()) {
      fail(reason);
      return;
    }
    if (endReason == null) {
      end(reason);
    }
    legs.drop(Side.CLIENT);
    legs.drop(Side.NODE);
  }

  @Override
  void countIn(String zone) {
    if (progress.opened() && state != SessionState.CLOSED) {
      rules.book().rezone(session, zone);
    }
  }

  @Override
  void fault(Throwable cause) {
    log.error("fault in session={}; the session is dropped", id, cause);
    endAtOnce(CloseReason.INTERNAL_ERROR);
  }

  private void to(SessionState next) {
    state = next;
    if (session != null) {
      session.state(next);
    }
  }
}
