package io.ballast.session;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.placement.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * One live connection of a set through the proxy, from the time that its set is known.
 *
 * <p>The session's event loop writes it; any thread may read it, and sees each value as it was at
 * most a moment ago. {@link #ends} is the only way by which others act on it.
 *
 * <p>The loop writes by {@code setRelease}: nobody else does, and it need not wait until the others
 * can see it.
 */
public final class Session {
  private static final int NONE = -1;
  private static final SessionState[] STATES = SessionState.values();
  // Short times are counted by 4 microseconds, so that an int holds two hours.
  private static final int TICK_BITS = 12;
  private static final VarHandle ZONE = field("zone", String.class);
  private static final VarHandle NODE = field("node", String.class);
  private static final VarHandle REASON = field("reason", Reason.class);
  private static final VarHandle STATE = field("state", byte.class);
  private static final VarHandle IDENTIFY_TICKS = field("identifyTicks", int.class);
  private static final VarHandle CONNECT_TICKS = field("connectTicks", int.class);
  private static final VarHandle QUIET_SINCE = field("quietSinceNanos", long.class);
  private static final VarHandle FROM_CLIENT = field("bytesFromClient", long.class);
  private static final VarHandle FROM_NODE = field("bytesFromNode", long.class);
  private static final VarHandle DISCARDED = field("bytesDiscarded", long.class);
  private static final long SHORT_QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SHORT_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long id;
  private final String cluster;
  private final Origin origin;
  private final SetId set;
  private final boolean affine;
  private final long openedNanos;
  private final Ends ends;
  private volatile String zone;
  private volatile String node;
  private volatile Reason reason;
  // The number of a state: all fields together just fit into 112 bytes.
  private volatile byte state;
  // Ticks from opening to identifying, and from then to connecting; NONE before that.
  private volatile int identifyTicks;
  private volatile int connectTicks;
  private volatile long quietSinceNanos;
  private volatile long bytesFromClient;
  private volatile long bytesFromNode;
  private volatile long bytesDiscarded;
  // The row of the table in which balancing has it; for the control thread alone.
  private int row;
  // The list of the live sessions of one set; guarded by LiveSessions.
  Session next;
  Session previous;

  /** How a session is asked to end; callable from any thread. */
  public interface Ends {
    /**
     * Ends the session so that nothing that was answered is lost. Until its quiet moment has come a
     * later call takes the place of an earlier one; after that it does nothing.
     *
     * @param reason why, if all goes well
     * @param quietNanos for how long no byte must have gone either way before it begins, in
     *     nanoseconds
     * @param patienceNanos how long to wait for that; {@link Long#MAX_VALUE} for ever
     */
    void closeGently(CloseReason reason, long quietNanos, long patienceNanos);

    /** Ends the session gently, after a second at most of waiting for a tenth of quiet. */
    default void closeGently(CloseReason reason) {
      closeGently(reason, SHORT_QUIET_NANOS, SHORT_PATIENCE_NANOS);
    }

    /** Ends the session at once. */
    void abort(CloseReason reason);

    /** Counts the session among those of another zone, the one its set is now configured for. */
    void rezone(String zone);
  }

  /**
   * @param id unique in the process
   * @param affine false if each connection is a set of its own, so that owner and override mean
   *     nothing to it
   * @param zone the zone that the set is configured for
   * @param openedNanos when the client was accepted, on the clock of {@link System#nanoTime}
   */
  public Session(
      long id,
      String cluster,
      Origin origin,
      SetId set,
      boolean affine,
      String zone,
      long openedNanos,
      Ends ends) {
    this.id = id;
    this.cluster = cluster;
    this.origin = origin;
    this.set = set;
    this.affine = affine;
    this.openedNanos = openedNanos;
    this.ends = ends;
    ZONE.setRelease(this, zone);
    STATE.setRelease(this, number(SessionState.CONNECTING));
    CONNECT_TICKS.setRelease(this, NONE);
    QUIET_SINCE.setRelease(this, openedNanos);
  }

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Session.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The session's number, unique in the process. */
  public long id() {
    return id;
  }

  /** The cluster it belongs to. */
  public String cluster() {
    return cluster;
  }

  /** Where the client connected from, and to. */
  public Origin origin() {
    return origin;
  }

  /** The set that the connection is of. */
  public SetId set() {
    return set;
  }

  /** Whether the set would be the same if it connected again. */
  public boolean affine() {
    return affine;
  }

  /** The zone that the set is configured for, as the session is counted. */
  public String zone() {
    return zone;
  }

  /** The node it is on, or is being connected to; null before that. */
  public String node() {
    return node;
  }

  /** Why it is on that node; null before that. */
  public Reason reason() {
    return reason;
  }

  /** Where it stands. */
  public SessionState state() {
    return STATES[state];
  }

  /** When the client was accepted, on the clock of {@link System#nanoTime}. */
  public long openedNanos() {
    return openedNanos;
  }

  /**
   * When its set was known, on the clock of {@link System#nanoTime}, to some microseconds; 0 before
   * it is connected.
   */
  public long identifiedNanos() {
    return connectTicks == NONE ? 0 : openedNanos + ((long) identifyTicks << TICK_BITS);
  }

  /**
   * When its node took the connection, on the clock of {@link System#nanoTime}, to some
   * microseconds; 0 before that.
   */
  public long connectedNanos() {
    int ticks = connectTicks;
    return ticks == NONE ? 0 : identifiedNanos() + ((long) ticks << TICK_BITS);
  }

  /**
   * When it was last seen to have sent a byte either way, on the clock of {@link System#nanoTime};
   * up to a second late.
   */
  public long quietSinceNanos() {
    return quietSinceNanos;
  }

  /** The bytes that the client has sent. */
  public long bytesFromClient() {
    return bytesFromClient;
  }

  /** The bytes that the node has sent. */
  public long bytesFromNode() {
    return bytesFromNode;
  }

  /** The bytes of the client that were discarded when the session was ended gently. */
  public long bytesDiscarded() {
    return bytesDiscarded;
  }

  /** How to end it. */
  public Ends ends() {
    return ends;
  }

  /** Where the table that it was entered in last has it. On the control thread. */
  public int row() {
    return row;
  }

  /** A table has it there. On the control thread. */
  public void row(int newRow) {
    row = newRow;
  }

  /** It is placed on a node. On the session's loop. */
  public void placed(String newNode, Reason newReason) {
    NODE.setRelease(this, newNode);
    REASON.setRelease(this, newReason);
  }

  /** Its node has taken the connection. On the session's loop. */
  public void connected(long whenIdentifiedNanos, long nowNanos) {
    IDENTIFY_TICKS.setRelease(this, ticks(openedNanos, whenIdentifiedNanos));
    CONNECT_TICKS.setRelease(this, ticks(whenIdentifiedNanos, nowNanos));
  }

  /** Rounded up, so that what has taken a whole millisecond is seen to. */
  private static int ticks(long fromNanos, long toNanos) {
    long roundedUp = toNanos - fromNanos + (1 << TICK_BITS) - 1;
    return (int) Math.min(roundedUp >> TICK_BITS, Integer.MAX_VALUE);
  }

  /** It stands elsewhere. On the session's loop. */
  public void state(SessionState newState) {
    STATE.setRelease(this, number(newState));
  }

  @SuppressWarnings("EnumOrdinal") // It does not leave the process.
  private static byte number(SessionState state) {
    return (byte) state.ordinal();
  }

  /** It is counted in another zone. On the session's loop. */
  public void zone(String newZone) {
    ZONE.setRelease(this, newZone);
  }

  /** What was discarded while it was ended gently. On the session's loop. */
  public void discarded(long fromClient) {
    DISCARDED.setRelease(this, fromClient);
  }

  /** What it has carried, as of now. On the session's loop. */
  public void carried(long fromClient, long fromNode, long nowNanos) {
    if (fromClient != bytesFromClient || fromNode != bytesFromNode) {
      FROM_CLIENT.setRelease(this, fromClient);
      FROM_NODE.setRelease(this, fromNode);
      QUIET_SINCE.setRelease(this, nowNanos);
    }
  }
}
