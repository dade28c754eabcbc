package io.ballast.relay;

import io.ballast.session.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The legs of a session as two bare sockets on one event loop, to which this belongs. While the set
 * is not known its bytes are read and held here; after that they wait in the system until there is
 * a node to send them to.
 */
final class DirectLegs implements Legs {
  /** The most bytes that are held, and a read more. */
  private static final int HOLD_LIMIT = 64 * 1024;

  private final DirectLoop loop;
  private final SessionRules rules;
  private final SessionMachine machine;
  private final DirectLeg client;
  private DirectLeg node;
  private ByteBuf held;
  private long discarded;
  private boolean relaying;
  private boolean keptAlive;

  /**
   * @param accepted the client's socket, not registered yet
   */
  DirectLegs(
      FileDescriptor accepted, Arrival arrival, SessionRules rules, long id, DirectLoop loop) {
    this.loop = loop;
    this.rules = rules;
    this.client = new DirectLeg(Side.CLIENT, accepted, this);
    this.machine = new SessionMachine(id, arrival, rules, this, loop.executor(), loop.sweep());
  }

  /**
   * Begins the session.
   *
   * @throws ChannelException if the system cannot watch the socket
   * @throws IllegalStateException if the loop has ended
   */
  void begin() {
    client.begin();
    client.guarded(machine::accepted);
  }

  DirectLoop loop() {
    return loop;
  }

  SessionMachine machine() {
    return machine;
  }

  DirectLeg leg(Side side) {
    return side == Side.CLIENT ? client : node;
  }

  /** Whether more of the client's bytes are wanted although they have nowhere to go. */
  boolean holdsMore() {
    return machine.identifying() && (held == null || held.readableBytes() < HOLD_LIMIT);
  }

  /** The client has sent something that has nowhere to go yet. */
  void hold(ByteBuffer bytes) {
    if (held == null) {
      held = ByteBufAllocator.DEFAULT.directBuffer(bytes.remaining());
    }
    held.writeBytes(bytes);
    machine.received(held.nioBuffer());
  }

  /** The node's socket is connected. */
  void connected() {
    machine.connected();
    readBoth();
  }

  /** The node's socket cannot be connected. */
  void connectFailed(IOException cause) {
    leaveNode();
    machine.connectFailed(SocketErrors.connectOutcome(cause));
  }

  private void readBoth() {
    if (relaying) {
      client.read();
      node.read();
    }
  }

  /** Everything that was queued for a side is sent, or never will be. */
  void roomFor(Side side) {
    if (relaying) {
      leg(side.other()).read();
    }
  }

  /** Bytes of a side were read and thrown away. */
  void discarded(Side side, int length) {
    if (side == Side.CLIENT) {
      discarded += length;
    }
  }

  /** A leg's socket is closed. */
  void gone(Side side) {
    if (side == Side.CLIENT) {
      releaseHeld();
    }
    machine.gone(side);
  }

  @Override
  public void connect(InetSocketAddress address, InetAddress local) {
    if (rules.cluster().tls() != null) {
      // They speak TLS since this connection has come, and must not be talked to without.
      machine.fail(CloseReason.CONNECT_FAILED);
      return;
    }
    loop.sendPieces();
    boolean connected;
    try {
      Socket socket = DirectSockets.toNode(address, local);
      DirectSockets.congest(socket, rules.congestionTo(address), Side.NODE, rules);
      node = new DirectLeg(Side.NODE, socket, this);
      connected = socket.connect(address);
      if (connected) {
        node.begin();
      } else {
        node.beginConnecting();
      }
    } catch (ChannelException e) {
      leaveNode();
      machine.connectFailed(ConnectOutcome.NO_DESCRIPTOR);
      return;
    } catch (IOException e) {
      connectFailed(e);
      return;
    }
    if (connected) {
      connected();
    }
  }

  @Override
  public void tellClient(ByteBuffer bytes) {
    client.send(bytes);
  }

  @Override
  public void dropHeld(int bytes) {
    held.skipBytes(bytes);
  }

  @Override
  public void leaveNode() {
    if (node != null) {
      DirectLeg left = node;
      node = null;
      left.end(true);
    }
  }

  @Override
  public void startRelay(byte[] header) {
    ByteBuf first = held;
    held = null;
    client.relay();
    node.relay();
    relaying = true;
    node.sendFirst(header, first);
  }

  private void releaseHeld() {
    if (held != null) {
      held.release();
      held = null;
    }
  }

  @Override
  public void lasts() {
    if (!keptAlive) {
      keptAlive = true;
      if (client.isOpen()) {
        client.becomeSocket();
      }
      node.keepAlive(rules.settings().keepalive());
    }
  }

  @Override
  public void finish(Side side) {
    leg(side).finish();
  }

  @Override
  public void stopReading() {
    client.stopReading();
  }

  @Override
  public void discard() {
    client.discard();
  }

  @Override
  public void tellNode(byte[] bytes) {
    node.send(ByteBuffer.wrap(bytes));
  }

  @Override
  public void close(Side side) {
    if (leg(side) != null) {
      leg(side).end(false);
    }
  }

  @Override
  public void reset(Side side) {
    if (leg(side) != null) {
      leg(side).reset();
    }
  }

  @Override
  public void drop(Side side) {
    if (leg(side) != null) {
      leg(side).drop();
    }
  }

  @Override
  public long received(Side side) {
    return leg(side) == null ? 0 : leg(side).received();
  }

  @Override
  public long discarded() {
    return discarded;
  }

  @Override
  public boolean queued(Side side) {
    return leg(side) != null && leg(side).queued();
  }
}
