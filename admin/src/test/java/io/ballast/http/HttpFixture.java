package io.ballast.http;

import io.ballast.cluster.HostPort;
import io.ballast.command.Authentication;
import io.ballast.command.Secret;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A running HTTP address on a free loopback port, with endpoints to try it: {@code /open} needs no
 * secret, {@code /closed} does, {@code /echo} takes a body, {@code /later} answers when the test
 * says so, {@code /large} is 8 MB, {@code /broken} fails.
 */
final class HttpFixture implements AutoCloseable {
  static final int LARGE = 8 << 20;

  /** The responses that {@code /later} waits for, in order of the requests. */
  final BlockingQueue<CompletableFuture<Response>> later = new LinkedBlockingQueue<>();

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final HttpServer server;

  private HttpFixture(HttpSettings settings, Duration requestWithin) throws IOException {
    Authentication authentication = new Authentication(settings.secret(), System::nanoTime);
    Router router = new Router(endpoints(), authentication);
    server = HttpServer.start(settings, router, requestWithin, loop.next());
  }

  static HttpFixture open() throws IOException {
    return with(Optional.empty(), Duration.ofMinutes(1), 16, Duration.ofMinutes(1));
  }

  static HttpFixture guarded(String secret) throws IOException {
    return with(Optional.of(Secret.of(secret)), Duration.ofMinutes(1), 16, Duration.ofMinutes(1));
  }

  static HttpFixture with(
      Optional<Secret> secret, Duration idle, int maxConnections, Duration requestWithin)
      throws IOException {
    return new HttpFixture(
        new HttpSettings(new HostPort("127.0.0.1", 0), secret, idle, maxConnections),
        requestWithin);
  }

  private Map<String, Endpoint> endpoints() {
    return Map.of(
        "/open", Endpoint.open(request -> ok("open")),
        "/closed", Endpoint.showing(request -> ok("closed")),
        "/echo",
            new Endpoint(
                HttpMethod.POST,
                true,
                request ->
                    CompletableFuture.completedStage(
                        ok(new String(request.body().copy(), StandardCharsets.ISO_8859_1)))),
        "/later",
            new Endpoint(
                HttpMethod.GET,
                true,
                request -> {
                  CompletableFuture<Response> response = new CompletableFuture<>();
                  later.add(response);
                  return response;
                }),
        "/large",
            Endpoint.open(
                request ->
                    Response.of(HttpResponseStatus.OK, Response.TEXT, Bytes.of(new byte[LARGE]))),
        "/broken",
            Endpoint.open(
                request -> {
                  throw new IllegalStateException("broken on purpose");
                }));
  }

  static Response ok(String text) {
    return Response.text(HttpResponseStatus.OK, text);
  }

  HttpServer server() {
    return server;
  }

  /** Starts another address at a port. */
  void startAnother(int port) throws IOException {
    HttpSettings settings = HttpSettings.defaults().withBind(new HostPort("127.0.0.1", port));
    Router router = new Router(Map.of(), new Authentication(Optional.empty(), System::nanoTime));
    HttpServer.start(settings, router, Duration.ofMinutes(1), loop.next());
  }

  HttpClient connect() throws IOException {
    return HttpClient.connect(server.address());
  }

  @Override
  public void close() {
    server.stop().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    loop.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
