package io.ballast.relay;

import io.ballast.access.Verdict;
import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Takes a socket's connections for its listener, turns away those over its limits, and gives each
 * of the others to a loop. Belongs to the loop of the accepting socket.
 */
final class Acceptor extends ChannelInboundHandlerAdapter {
  private final RelayLoops loops;
  private final AcceptFailure failure = new AcceptFailure();
  // Set before the socket is read, and again when it is handed over to another listener.
  private volatile SessionRules current;

  Acceptor(RelayLoops loops) {
    this.loops = loops;
  }

  /** Takes connections by these rules from now on. From any thread. */
  void accept(SessionRules rules) {
    current = rules;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    SocketChannel channel = (SocketChannel) message;
    InetSocketAddress source = channel.remoteAddress();
    InetSocketAddress destination = channel.localAddress();
    if (source == null || destination == null) {
      channel.unsafe().closeForcibly();
      return;
    }
    SessionRules rules = current;
    Origin origin = new Origin(rules.settings().name(), source);
    Arrival arrival = new Arrival(rules, origin, destination);
    rules.cluster().observer().accepted(rules.settings().name());
    Verdict verdict = arrival.admit();
    if (verdict == Verdict.ADMITTED) {
      begin(channel, arrival, rules, loops, loops.next());
    } else {
      turnAway(channel, arrival, rules, Arrival.reason(verdict));
    }
  }

  /** Gives a connection that was admitted to a loop. */
  static void begin(
      SocketChannel channel,
      Arrival arrival,
      SessionRules rules,
      RelayLoops loops,
      EventLoop loop) {
    Sockets.prepare(channel);
    ChannelLegs legs = new ChannelLegs(channel, arrival, rules, loops, loop);
    channel.pipeline().addLast(legs.client());
    loop.register(channel)
        .addListener(
            registered -> {
              if (!registered.isSuccess()) {
                turnAway(channel, arrival, rules, CloseReason.SHUTDOWN);
              }
            });
  }

  private static void turnAway(
      SocketChannel channel, Arrival arrival, SessionRules rules, CloseReason reason) {
    arrival.release();
    channel.config().setSoLinger(0);
    channel.unsafe().closeForcibly();
    rules.cluster().observer().rejected(arrival.origin(), reason);
  }

  /**
   * Accepting has failed, as it does when no descriptor is left: it goes on after a pause. The
   * pause comes first, since in this state even a message may fail.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.channel().config().setAutoRead(false);
    ctx.executor()
        .schedule(
            () -> ctx.channel().config().setAutoRead(true),
            AcceptFailure.PAUSE_MILLIS,
            TimeUnit.MILLISECONDS);
    failure.report(current, cause);
  }
}
