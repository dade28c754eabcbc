package io.ballast.telnet;

import io.ballast.channel.AdminListener;
import io.ballast.cluster.HostPort;
import io.ballast.command.Caller;
import io.ballast.command.Code;
import io.ballast.command.Language;
import io.ballast.command.Reply;
import io.ballast.command.Source;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text channel's listener. All its connections live, and all its commands run, on the one event
 * loop of the admin channels; its counts are confined to that loop.
 */
public final class TelnetServer {
  private static final Logger log = LoggerFactory.getLogger(TelnetServer.class);

  /** How long a caller that has to authenticate may take for it. */
  private static final Duration AUTH_WITHIN = Duration.ofSeconds(30);

  /**
   * How many refused connections may wait for their end at once; more are closed without a word.
   */
  private static final int MOST_REFUSED = 64;

  private final TelnetSettings settings;
  private final Language language;
  private AdminListener listener;
  private int served;
  private int refused;
  private boolean refusing;

  private TelnetServer(TelnetSettings settings, Language language) {
    this.settings = settings;
    this.language = language;
  }

  /**
   * Binds and begins to accept; waits for the binding.
   *
   * @param loop the loop of the admin channels, which stays the caller's
   * @throws IOException when the address cannot be bound; the message names the address and a
   *     remedy
   */
  public static TelnetServer start(TelnetSettings settings, Language language, EventLoop loop)
      throws IOException {
    TelnetServer server = new TelnetServer(settings, language);
    server.listener =
        AdminListener.bind("the telnet channel", settings.bind(), loop, server::accepted);
    log.info("telnet channel listening: address={}", HostPort.text(server.address()));
    return server;
  }

  /** Where the channel listens, with the port that it was given. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** Stops accepting and closes every connection; the stage completes when all are closed. */
  public CompletionStage<Void> stop() {
    return listener.stop();
  }

  private void accepted(SocketChannel channel) {
    if (served < settings.maxConnections()) {
      serve(channel);
      return;
    }
    warnOnce(channel);
    if (refused < MOST_REFUSED) {
      refuse(channel);
    } else {
      channel.close();
    }
  }

  /** Warns of the first of a row of refused connections, so that a flood does not fill the log. */
  private void warnOnce(SocketChannel channel) {
    if (!refusing) {
      refusing = true;
      log.warn(
          "telnet connections are refused from now on: peer={} reason=max-connections limit={}",
          HostPort.text(channel.remoteAddress()),
          settings.maxConnections());
    }
  }

  private void serve(SocketChannel channel) {
    served++;
    refusing = false;
    channel.closeFuture().addListener(closed -> served--);
    InetSocketAddress peer = channel.remoteAddress();
    Caller caller =
        new Caller(HostPort.text(peer), Source.of(peer.getAddress()), settings.secret().isEmpty());
    log.debug("telnet connection accepted: peer={}", caller.peer());
    channel
        .pipeline()
        .addLast(AdminListener.idleAfter(settings.idle()))
        .addLast(new TelnetConnection(language, caller, AUTH_WITHIN));
  }

  private void refuse(SocketChannel channel) {
    refused++;
    channel.closeFuture().addListener(closed -> refused--);
    Reply reply =
        Reply.error(
            Code.REFUSED,
            "all " + settings.maxConnections() + " connections are in use: close one, try again");
    channel.write(
        ByteBufUtil.writeAscii(channel.alloc(), reply.ending().line() + LineAssembler.LF));
    channel
        .pipeline()
        .addLast(AdminListener.idleAfter(settings.idle()))
        .addLast(new LingeringClose(false));
  }
}
