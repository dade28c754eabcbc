package io.ballast.http;

import io.ballast.channel.AdminListener;
import io.ballast.cluster.HostPort;
import io.ballast.command.Source;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin HTTP address. All its connections live, and all requests are answered, on the one event
 * loop of the admin channels; only the metrics are written elsewhere. Its counts are confined to
 * that loop.
 */
public final class HttpServer {
  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /** How long a request may take to arrive. */
  static final Duration REQUEST_WITHIN = Duration.ofSeconds(10);

  private static final int MAX_LINE_BYTES = 4 * 1024;
  private static final int MAX_HEADER_BYTES = 8 * 1024;

  /** More requests than fit into what is read at once: they wait, and no more is read meanwhile. */
  private static final int MOST_AHEAD = AdminListener.READ_BYTES / 8;

  private final HttpSettings settings;
  private final Router router;
  private final Duration requestWithin;
  private final Seats seats;
  private AdminListener listener;
  private Optional<Scrapes> scrapes = Optional.empty();
  private boolean refusing;
  private Future<?> watching = CompletableFuture.completedFuture(null);

  private HttpServer(HttpSettings settings, Router router, Duration within) {
    this.settings = settings;
    this.router = router;
    this.requestWithin = within;
    this.seats = new Seats(settings.maxConnections());
  }

  /**
   * Binds and begins to accept; waits for the binding.
   *
   * @param site what is answered there
   * @param loop the loop of the admin channels, which stays the caller's
   * @throws IOException when the address cannot be bound; the message names the address and a
   *     remedy
   */
  public static HttpServer start(HttpSettings settings, Site site, EventLoop loop)
      throws IOException {
    Live live = site.live();
    int maxStreams = Math.max(1, settings.maxConnections() / 2);
    Optional<Scrapes> scrapes = site.metrics().map(Scrapes::new);
    Router router = site.router(live, maxStreams, scrapes);
    HttpServer server = start(settings, router, REQUEST_WITHIN, loop);
    server.scrapes = scrapes;
    server.watching = live.start(loop);
    return server;
  }

  static HttpServer start(HttpSettings settings, Router router, Duration within, EventLoop loop)
      throws IOException {
    HttpServer server = new HttpServer(settings, router, within);
    server.listener =
        AdminListener.bind("the admin HTTP address", settings.bind(), loop, server::accepted);
    log.info("admin HTTP address listening: address={}", HostPort.text(server.address()));
    return server;
  }

  /** Where it listens, with the port that it was given. */
  public InetSocketAddress address() {
    return listener.address();
  }

  /** Stops accepting and closes every connection; the stage completes when all are closed. */
  public CompletionStage<Void> stop() {
    watching.cancel(false);
    return listener.stop().thenRun(() -> scrapes.ifPresent(Scrapes::stop));
  }

  private void accepted(SocketChannel channel) {
    InetSocketAddress peer = channel.remoteAddress();
    RequestDeadline deadline = new RequestDeadline(requestWithin);
    HttpConnection connection =
        new HttpConnection(
            router, seats, deadline, HostPort.text(peer), Source.of(peer.getAddress()));
    if (!seats.take(connection)) {
      warnOnce(peer);
      channel.close();
      return;
    }
    refusing = false;
    channel
        .pipeline()
        .addLast(AdminListener.idleAfter(settings.idle()))
        .addLast(deadline)
        .addLast(new HttpServerCodec(decoding(), MOST_AHEAD))
        .addLast(connection);
  }

  private static HttpDecoderConfig decoding() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxChunkSize(AdminListener.READ_BYTES);
  }

  /** Warns of the first of a row of refused connections, so that a flood does not fill the log. */
  private void warnOnce(InetSocketAddress peer) {
    if (!refusing) {
      refusing = true;
      log.warn(
          "HTTP connections are refused from now on: peer={} reason=max-connections limit={}",
          HostPort.text(peer),
          settings.maxConnections());
    }
  }
}
