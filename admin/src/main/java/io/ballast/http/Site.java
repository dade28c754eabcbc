package io.ballast.http;

import io.ballast.Proxy;
import io.ballast.command.Authentication;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What is at the admin HTTP address.
 *
 * @param proxy what is shown
 * @param authentication checks the callers
 * @param ready whether the process takes sessions: neither starting nor ending
 * @param metrics what {@code /metrics} shows, if there is such
 */
public record Site(
    Proxy proxy,
    Authentication authentication,
    BooleanSupplier ready,
    Optional<MetricsSource> metrics) {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  Router router() {
    Map<String, Endpoint> endpoints = new TreeMap<>();
    endpoints.put(
        "/healthz", Endpoint.open(request -> Response.text(HttpResponseStatus.OK, "alive")));
    endpoints.put("/readyz", Endpoint.open(request -> readiness()));
    endpoints.put("/api/status", Endpoint.showing(request -> status()));
    metrics.ifPresent(
        source -> endpoints.put("/metrics", Endpoint.showing(request -> scraped(source))));
    return new Router(endpoints, authentication);
  }

  private Response readiness() {
    return ready.getAsBoolean()
        ? Response.text(HttpResponseStatus.OK, "ready")
        : Response.text(
            HttpResponseStatus.SERVICE_UNAVAILABLE, "not ready: the process is starting or ending");
  }

  private Response status() {
    return Response.of(
        HttpResponseStatus.OK, Response.JSON, StatusJson.of(proxy, ready.getAsBoolean()));
  }

  private static Response scraped(MetricsSource source) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(16 * 1024);
    try {
      source.scrape(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Response.of(HttpResponseStatus.OK, METRICS, Bytes.of(out.toByteArray()));
  }
}
