package io.ballast.relay;

import io.ballast.relay.tls.TlsHandler;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;

/**
 * One leg of a session as a channel: reads from its side and hands the bytes to the other leg, at
 * the speed at which that one can send. Belongs to the session's event loop.
 *
 * <p>It reads all the time and stops only while the other leg has much to send. What was read is
 * owned here while it is held, and by the other channel once it is written to it.
 */
final class Leg extends ChannelInboundHandlerAdapter implements Delivery.Leg {
  /** The most bytes that are held before there is anywhere to send them, and a read more. */
  private static final int HOLD_LIMIT = 64 * 1024;

  private final Side side;
  private final SocketChannel channel;
  private final ChannelLegs legs;
  private final WriteFailure writes;
  private Leg peer;
  private Mode mode = Mode.HOLD;
  private boolean stopped;
  private ByteBuf held;
  private long received;
  private long discarded;
  private boolean ended;
  private boolean broken;
  private boolean closing;
  private Throwable writeFailure;
  private TlsHandler tls;
  private boolean concluded;

  private enum Mode {
    HOLD,
    RELAY,
    DISCARD
  }

  Leg(Side side, SocketChannel channel, ChannelLegs legs) {
    this.side = side;
    this.channel = channel;
    this.legs = legs;
    this.writes = new WriteFailure(channel, this::writeFailed);
  }

  SocketChannel channel() {
    return channel;
  }

  long received() {
    return received;
  }

  long discarded() {
    return discarded;
  }

  /** Whether bytes are still to be sent to this side. */
  @Override
  public boolean queued() {
    ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
    return outbound != null && outbound.totalPendingWriteBytes() > 0;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    legs.active(side);
  }

  /** From now on the leg speaks TLS; what was held is the beginning of it. */
  void secure(TlsHandler handler) {
    tls = handler;
    channel.pipeline().addFirst(handler, new LegTls(this, handler, legs));
    if (held != null) {
      ByteBuf bytes = held;
      held = null;
      received -= bytes.readableBytes();
      channel.pipeline().fireChannelRead(bytes).fireChannelReadComplete();
    }
    channel.config().setAutoRead(true);
  }

  /** Its TLS, perhaps still at the handshake; null without. */
  TlsHandler tls() {
    return tls;
  }

  /** From now on what is read goes to the other leg, and what was held goes first. */
  void relayTo(Leg other) {
    peer = other;
    mode = Mode.RELAY;
    if (held != null) {
      ByteBuf bytes = held;
      held = null;
      peer.send(bytes);
    }
    resumeIfWritable();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    int length = bytes.readableBytes();
    switch (mode) {
      case RELAY -> {
        received += length;
        relay(bytes);
      }
      case HOLD -> {
        received += length;
        hold(bytes);
      }
      case DISCARD -> {
        discarded += length;
        bytes.release();
      }
    }
  }

  private void relay(ByteBuf bytes) {
    SocketChannel to = peer.channel;
    to.write(bytes, peer.writes);
    if (!to.isWritable()) {
      to.flush();
      if (!to.isWritable() && writeFailure == null) {
        channel.config().setAutoRead(false);
      }
    }
  }

  private void hold(ByteBuf bytes) {
    if (held == null) {
      held = bytes;
    } else {
      held.writeBytes(bytes);
      bytes.release();
    }
    if (held.readableBytes() >= HOLD_LIMIT) {
      channel.config().setAutoRead(false);
    }
    legs.held(held);
  }

  /** Forgets the first bytes of what is held. */
  void dropHeld(int bytes) {
    held.skipBytes(bytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (mode == Mode.RELAY) {
      peer.channel.flush();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (peer != null && channel.isWritable()) {
      peer.resumeIfWritable();
    }
  }

  private void resumeIfWritable() {
    if (mode == Mode.RELAY && !stopped && peer.channel.isWritable()) {
      channel.config().setAutoRead(true);
    }
  }

  /** Reads no more; what comes all the same is discarded. */
  void stopReading() {
    stopped = true;
    mode = Mode.DISCARD;
    channel.config().setAutoRead(false);
  }

  /** Reads, and throws away. */
  void discard() {
    mode = Mode.DISCARD;
    release();
    channel.config().setAutoRead(true);
  }

  void send(ByteBuf bytes) {
    channel.writeAndFlush(bytes, writes);
  }

  /** The side has left: it sends nothing more and takes nothing more, and need not stay. */
  void conclude() {
    concluded = true;
  }

  /** Ends the stream to this side after what is queued. */
  void finish() {
    if (concluded) {
      channel.eventLoop().execute(() -> legs.machine().finished(side));
      return;
    }
    if (tls != null) {
      tls.finish(this::finishConnection);
      return;
    }
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            written -> {
              if (written.isSuccess()) {
                shutdownOutput();
              }
            });
  }

  /** TLS has ended the stream; a peer that has left meanwhile misses nothing. */
  private void finishConnection() {
    channel.shutdownOutput();
    legs.machine().finished(side);
  }

  private void shutdownOutput() {
    channel
        .shutdownOutput()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                legs.machine().finished(side);
              } else {
                writeFailed(done.cause());
              }
            });
  }

  void close() {
    closing = true;
    channel.close();
  }

  void reset() {
    closing = true;
    discard();
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                Sockets.reset(channel);
              }
            });
    Delivery.thenReset(this, channel.eventLoop());
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public Transport.Unsent undelivered() {
    return legs.transport().undelivered(channel);
  }

  @Override
  public void drop() {
    closing = true;
    Sockets.reset(channel);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !ended && !broken) {
      ended = true;
      if (writeFailure == null) {
        legs.machine().ended(side);
      } else {
        breakBy(writeFailure);
      }
    }
  }

  /**
   * The side takes no more bytes. What it has sent before that is read, however slow the other leg,
   * and the end of it then tells that the leg is broken; the system holds no more of it than its
   * receive buffer. Netty would not stop waking a leg in this state that is not read.
   */
  private void writeFailed(Throwable cause) {
    if (writeFailure != null || closing) {
      return;
    }
    writeFailure = cause;
    if (ended) {
      breakBy(cause);
    } else {
      channel.config().setAutoRead(true);
    }
  }

  /** Whether a write has failed. */
  boolean takesNoMore() {
    return writeFailure != null;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof NotYetConnectedException || cause instanceof ClosedChannelException) {
      return;
    }
    if (cause instanceof IOException) {
      if (!concluded) {
        breakBy(cause);
      }
    } else {
      legs.machine().fault(cause);
    }
  }

  private void breakBy(Throwable cause) {
    if (!broken) {
      broken = true;
      legs.machine().broken(side, SocketErrors.timedOut(cause));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    release();
    legs.inactive(this, side);
  }

  private void release() {
    if (held != null) {
      held.release();
      held = null;
    }
  }
}
