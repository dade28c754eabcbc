package io.ballast.http;

import io.ballast.cluster.HostPort;
import io.ballast.command.Authentication;
import io.ballast.command.ProxyFixture;
import io.ballast.command.Secret;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The whole admin HTTP address in front of a running proxy. */
final class SiteFixture implements AutoCloseable {
  private static final MetricsSource UP =
      new MetricsSource() {
        @Override
        public String contentType(String accept) {
          return accept.contains("openmetrics") ? "application/openmetrics-text" : "text/plain";
        }

        @Override
        public void scrape(String contentType, OutputStream out) throws IOException {
          out.write("ballast_up 1\n".getBytes(StandardCharsets.UTF_8));
        }
      };

  final ProxyFixture ballast;
  final HttpServer server;

  private SiteFixture(
      Optional<Secret> secret, Duration idle, int maxConnections, MetricsSource metrics)
      throws IOException {
    ballast = ProxyFixture.quick();
    EventLoop loop = ballast.loop();
    Site site =
        new Site(
            ballast.proxy(),
            ballast.totals(),
            ballast.language(),
            ballast.audit(),
            new Authentication(secret, System::nanoTime),
            () -> true,
            Optional.of(metrics));
    server =
        HttpServer.start(
            new HttpSettings(new HostPort("127.0.0.1", 0), secret, idle, maxConnections),
            site,
            loop);
  }

  static SiteFixture open() throws IOException {
    return new SiteFixture(Optional.empty(), Duration.ofMinutes(1), 16, UP);
  }

  static SiteFixture with(Duration idle, int maxConnections) throws IOException {
    return new SiteFixture(Optional.empty(), idle, maxConnections, UP);
  }

  static SiteFixture showing(MetricsSource metrics) throws IOException {
    return new SiteFixture(Optional.empty(), Duration.ofMinutes(1), 16, metrics);
  }

  static SiteFixture guarded(String secret) throws IOException {
    return new SiteFixture(Optional.of(Secret.of(secret)), Duration.ofMinutes(1), 16, UP);
  }

  HttpClient connect() throws IOException {
    return HttpClient.connect(server.address());
  }

  @Override
  public void close() {
    server.stop().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    ballast.close();
  }
}
