package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.channels.NotYetConnectedException;

/**
 * One leg of a session as a bare socket. It is read into the buffer of its loop and sent to the
 * other leg from there, or spliced once it has filled that buffer for a while; only what the system
 * does not take at once is queued, and until that is sent no more is read. So a leg holds memory
 * only while its side is slow. Belongs to the session's event loop.
 *
 * <p>It is registered once, edge-triggered: {@code readable} remembers that there is something to
 * read, and a read that leaves room in the buffer has taken everything, unless the stream is over
 * or has an urgent mark, at which a read stops.
 */
final class DirectLeg extends DirectOutput implements Delivery.Leg {
  /** The most reads before it is the turn of other legs. */
  private static final int READS_A_TURN = 8;

  /** A splice moves as much as several reads, and counts as these. */
  private static final int READS_OF_A_SPLICE = 4;

  /** How many reads in a row must fill the buffer before the stream is spliced. */
  private static final int FULL_READS = 8;

  /** What a splice must move at least, for another to be worth its two system calls. */
  private static final int LEAST_SPLICED = 16 * 1024;

  private final Side side;
  private final DirectLegs legs;
  private Mode mode = Mode.HOLD;
  private long received;
  private int fullReads;
  private boolean connecting;
  private boolean readable;
  private boolean over;
  private boolean marked;
  private boolean failing;
  private boolean stopped;
  private boolean ended;
  private boolean broken;
  private boolean finished;
  private boolean closing;
  private boolean left;

  private enum Mode {
    HOLD,
    RELAY,
    DISCARD
  }

  DirectLeg(Side side, FileDescriptor descriptor, DirectLegs legs) {
    super(descriptor, side == Side.NODE);
    this.side = side;
    this.legs = legs;
  }

  @Override
  DirectLoop loop() {
    return legs.loop();
  }

  /** Begins with a socket that is connected. */
  void begin() {
    register(interest());
  }

  /** Begins with a socket that is being connected. */
  void beginConnecting() {
    connecting = true;
    registerForRoom();
  }

  long received() {
    return received;
  }

  /** Whether its side has sent everything, and has been told that the other has. */
  boolean done() {
    return ended && finished;
  }

  @Override
  void ready(int ops) {
    if ((ops & (IN | URGENT | OVER)) != 0) {
      readable = true;
      over |= (ops & OVER) != 0;
      marked |= (ops & URGENT) != 0;
    }
    if (connecting) {
      connected((ops & (BROKEN | HANG_UP)) != 0);
      return;
    }
    failing |= (ops & BROKEN) != 0;
    if (failing && ended) {
      breakBy(error());
      return;
    }
    if ((ops & OUT) != 0) {
      flush();
    }
    read();
    if (failing && ended && isOpen()) {
      // The end and the break came as one; nothing will tell of the break again.
      breakBy(error());
    }
  }

  private void connected(boolean doubtful) {
    try {
      if (doubtful && !socket().finishConnect()) {
        return;
      }
    } catch (IOException e) {
      legs.connectFailed(e);
      return;
    }
    connecting = false;
    legs.connected();
  }

  private Exception error() {
    if (failure() != null) {
      return failure();
    }
    try {
      return new IOException("error(-" + socket().getSoError() + ")");
    } catch (IOException e) {
      return e;
    }
  }

  /** From now on what is read goes to the other leg. */
  void relay() {
    mode = Mode.RELAY;
  }

  /** Reads what there is, if the other leg can take it; for a turn. */
  void read() {
    for (int reads = 0; readable && reads(); reads += readOnce()) {
      if (reads >= READS_A_TURN) {
        // The rest is told again, after what the other legs have to tell.
        watch(interest());
        return;
      }
    }
  }

  private boolean reads() {
    if (!isOpen() || broken || connecting) {
      return false;
    }
    return failing
        || switch (mode) {
          case HOLD -> legs.holdsMore();
          case RELAY -> !legs.leg(side.other()).queued();
          case DISCARD -> !stopped;
        };
  }

  /** Returns as how many reads it counts. */
  private int readOnce() {
    int length;
    try {
      if (splice()) {
        return READS_OF_A_SPLICE;
      }
      length = loop().read(fd());
    } catch (IOException | NotYetConnectedException e) {
      readable = false;
      breakBy(failure() == null ? e : failure());
      return 1;
    }
    fullReads = length == DirectLoop.READ_BYTES ? fullReads + 1 : 0;
    marked &= length > 0;
    readable = length > 0 && (over || marked || length == DirectLoop.READ_BYTES);
    if (length > 0) {
      take(length);
    } else if (length < 0 && !ended) {
      end();
    }
    return 1;
  }

  /**
   * Hands on what has come without reading it, if the stream has lasted. Splicing stops at an
   * urgent mark, and does not tell an empty stream from one that is over.
   */
  private boolean splice() throws IOException {
    if (fullReads < FULL_READS || mode != Mode.RELAY || marked || failing) {
      return false;
    }
    int length = legs.leg(side.other()).splice(fd());
    received += length;
    if (length < LEAST_SPLICED) {
      fullReads = 0;
    }
    return length > 0;
  }

  private void take(int length) {
    if (mode == Mode.DISCARD) {
      legs.discarded(side, length);
      return;
    }
    received += length;
    if (mode == Mode.RELAY) {
      legs.leg(side.other()).send(length);
    } else if (legs.holdsMore()) {
      legs.hold(loop().bytes(loop().start(), length));
    }
  }

  private void end() {
    ended = true;
    if (failure() == null) {
      legs.machine().ended(side);
    } else {
      breakBy(failure());
    }
  }

  private void breakBy(Exception cause) {
    if (!broken) {
      broken = true;
      legs.machine().broken(side, SocketErrors.timedOut(cause));
    }
  }

  /** Reads no more. */
  void stopReading() {
    stopped = true;
    mode = Mode.DISCARD;
  }

  /** Reads, and throws away. */
  void discard() {
    stopped = false;
    mode = Mode.DISCARD;
    readSoon();
  }

  private void readSoon() {
    loop().executor().execute(() -> guarded(this::read));
  }

  @Override
  void room() {
    legs.roomFor(side);
  }

  /**
   * The side takes no more bytes. What it has sent before that is read, however slow the other leg,
   * and the end of it then tells that the leg is broken; the system holds no more of it than its
   * receive buffer.
   */
  @Override
  void sendingFailed() {
    failing = true;
    readable = true;
    loop().executor().execute(() -> guarded(this::nobodyTakes));
  }

  @Override
  boolean sends() {
    return isOpen() && !closing;
  }

  private void nobodyTakes() {
    if (isOpen() && ended) {
      breakBy(failure());
    } else {
      read();
    }
    legs.roomFor(side);
  }

  @Override
  void shutdownOutput() {
    boolean last = ended && legs.leg(side.other()).done();
    if (!last) {
      try {
        socket().shutdown(false, true);
      } catch (IOException | NotYetConnectedException e) {
        failed(e);
        return;
      }
    }
    // The last of the two ends needs no telling: the session is over, and its socket is closed.
    finished = true;
    legs.machine().finished(side);
  }

  /** Has a dead peer found out; of use only to a connection that lasts. */
  void keepAlive(KeepaliveSettings settings) {
    if (isOpen()) {
      try {
        DirectSockets.keepAlive(socket(), settings);
      } catch (IOException | ChannelException broken) {
        // The peer has reset the connection already; reading it tells so.
        return;
      }
    }
  }

  /** Closes the leg. Bytes that the system has taken are still delivered. */
  void end(boolean quietly) {
    sendWaiting();
    closing = true;
    left |= quietly;
    shut();
  }

  /** Resets the leg when everything that was sent before is delivered. */
  void reset() {
    sendWaiting();
    closing = true;
    discard();
    Delivery.thenReset(this, loop().executor());
  }

  @Override
  public void drop() {
    if (isOpen()) {
      DirectSockets.resetOnClose(socket());
      end(false);
    }
  }

  @Override
  public Transport.Unsent undelivered() {
    return DirectSockets.undelivered(socket());
  }

  @Override
  void fault(RuntimeException cause) {
    legs.machine().fault(cause);
  }

  @Override
  void gone() {
    if (!left) {
      legs.gone(side);
    }
  }
}
