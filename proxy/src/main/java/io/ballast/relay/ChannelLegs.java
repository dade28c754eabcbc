package io.ballast.relay;

import io.ballast.relay.tls.ListenerTls;
import io.ballast.relay.tls.NodeTls;
import io.ballast.session.CloseReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The legs of a session as two of Netty's channels on one event loop, to which this belongs. The
 * portable transport, and the reference for any other.
 */
final class ChannelLegs implements Legs {
  private static final Logger log = LoggerFactory.getLogger(ChannelLegs.class);

  private final EventLoop loop;
  private final Transport transport;
  private final SessionRules rules;
  private final SessionMachine machine;
  private final Leg client;
  private Leg node;

  ChannelLegs(
      SocketChannel channel,
      Arrival arrival,
      SessionRules rules,
      RelayLoops loops,
      EventLoop loop) {
    this.loop = loop;
    this.transport = loops.transport();
    this.rules = rules;
    this.client = new Leg(Side.CLIENT, channel, this);
    this.machine =
        new SessionMachine(loops.nextSessionId(), arrival, rules, this, loop, loops.sweepOf(loop));
  }

  /** The handler of the client's channel. */
  Leg client() {
    return client;
  }

  SessionMachine machine() {
    return machine;
  }

  Transport transport() {
    return transport;
  }

  /** A leg's channel is connected. */
  void active(Side side) {
    if (side == Side.CLIENT) {
      Sockets.tune(client.channel(), transport, rules.settings().keepalive());
      machine.accepted();
    }
  }

  /** The client has sent something that has nowhere to go yet. */
  void held(ByteBuf bytes) {
    if (machine.identifying()) {
      machine.received(bytes.nioBuffer());
    }
  }

  /** A leg's channel is closed. */
  void inactive(Leg leg, Side side) {
    if (leg == client || leg == node) {
      machine.gone(side);
    }
  }

  @Override
  public void connect(InetSocketAddress address, InetAddress local) {
    SocketChannel channel;
    try {
      channel = transport.newChannel();
    } catch (ChannelException e) {
      machine.connectFailed(ConnectOutcome.NO_DESCRIPTOR);
      return;
    }
    Leg leg = new Leg(Side.NODE, channel, this);
    node = leg;
    Sockets.prepare(channel);
    channel.pipeline().addLast(leg);
    loop.register(channel)
        .addListener(
            registered -> {
              if (registered.isSuccess()) {
                connect(leg, address, local);
              } else {
                connected(leg, registered.cause());
              }
            });
  }

  private void connect(Leg leg, InetSocketAddress address, InetAddress local) {
    Sockets.congest(leg.channel(), transport, rules.congestionTo(address), Side.NODE, rules);
    ChannelFuture connect;
    if (local == null) {
      connect = leg.channel().connect(address);
    } else {
      transport.choosePortLate(leg.channel());
      connect = leg.channel().connect(address, new InetSocketAddress(local, 0));
    }
    connect.addListener(
        done -> {
          NodeTls tls = rules.cluster().tls();
          if (done.isSuccess() && tls != null) {
            secureNode(leg, tls, address);
          } else {
            connected(leg, done.cause());
          }
        });
  }

  /** A node that speaks TLS has taken the connection once its handshake has succeeded. */
  private void secureNode(Leg leg, NodeTls tls, InetSocketAddress address) {
    if (leg != node) {
      return;
    }
    byte[] header = machine.header();
    if (header.length > 0) {
      tellNode(header);
    }
    leg.secure(tls.newHandler(leg.channel().alloc(), address.getHostString(), address.getPort()));
  }

  @Override
  public void secureClient(ListenerTls tls) {
    client.secure(tls.newHandler(client.channel().alloc()));
  }

  /** The TLS handshake of a leg is over. */
  void handshaken(Leg leg, Throwable failure) {
    if (leg == node && failure == null) {
      connected(leg, null);
    } else if (leg == node) {
      rules.nodeHandshakeFailed(leg.channel().remoteAddress(), failure);
      leaveNode();
      machine.connectFailed(ConnectOutcome.TLS_FAILED);
    } else if (leg == client && machine.identifying()) {
      if (failure == null) {
        machine.secured(client.tls().peer());
      } else {
        clientHandshakeFailed(failure);
      }
    }
  }

  /** The client is closed in order, so that it has the alert that says why. */
  private void clientHandshakeFailed(Throwable failure) {
    log.debug(
        "source={} fails its TLS handshake: {}",
        client.channel().remoteAddress(),
        SocketErrors.text(failure));
    client.close();
    machine.fail(CloseReason.TLS_HANDSHAKE);
  }

  /** A side has ended its connection in the middle of a TLS handshake. */
  void leftInHandshake(Leg leg) {
    if (leg == client) {
      machine.ended(Side.CLIENT);
    } else {
      handshaken(leg, new SSLException("the node has ended the connection"));
    }
  }

  /** A side's connection broke in the middle of a TLS handshake. */
  void brokenInHandshake(Leg leg, Throwable cause) {
    if (leg == client) {
      machine.broken(Side.CLIENT, false);
    } else {
      handshaken(leg, cause);
    }
  }

  /** The TLS stream of a side was cut off, or broke the rules. */
  void tlsBroken(Leg leg, String problem) {
    if (leg == client || leg == node) {
      Side side = leg == client ? Side.CLIENT : Side.NODE;
      log.debug("TLS of {} is broken: {}", leg.channel().remoteAddress(), problem);
      machine.broken(side, side.tlsBroken());
    }
  }

  private void connected(Leg leg, Throwable failure) {
    if (leg != node) {
      return;
    }
    try {
      if (failure == null) {
        Sockets.tune(leg.channel(), transport, rules.settings().keepalive());
        machine.connected();
      } else {
        leaveNode();
        machine.connectFailed(SocketErrors.connectOutcome(failure));
      }
    } catch (RuntimeException fault) {
      machine.fault(fault);
    }
  }

  @Override
  public void tellClient(ByteBuffer bytes) {
    client.send(Unpooled.wrappedBuffer(bytes));
  }

  @Override
  public void dropHeld(int bytes) {
    client.dropHeld(bytes);
  }

  @Override
  public void leaveNode() {
    if (node != null) {
      Leg left = node;
      node = null;
      left.close();
    }
  }

  @Override
  public void startRelay(byte[] header) {
    node.relayTo(client);
    if (header.length > 0 && node.tls() == null) {
      tellNode(header);
    }
    client.relayTo(node);
  }

  @Override
  public void lasts() {
    // Its sockets were set up when they were connected.
  }

  private Leg leg(Side side) {
    return side == Side.CLIENT ? client : node;
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
    node.send(Unpooled.wrappedBuffer(bytes));
  }

  @Override
  public void close(Side side) {
    if (leg(side) != null) {
      leg(side).close();
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
    return client.discarded();
  }

  @Override
  public boolean queued(Side side) {
    return leg(side) != null && leg(side).queued();
  }
}
