package io.ballast.http;

import io.ballast.Proxy;
import io.ballast.command.Audit;
import io.ballast.command.Authentication;
import io.ballast.command.Language;
import io.ballast.command.Totals;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * What is at the admin HTTP address.
 *
 * @param proxy what is shown
 * @param totals what has happened at its listeners
 * @param language what commands are given in
 * @param audit what operators have changed
 * @param authentication checks the callers
 * @param ready whether the process takes sessions: neither starting nor ending
 * @param metrics what {@code /metrics} shows, if there is such
 */
public record Site(
    Proxy proxy,
    Totals totals,
    Language language,
    Audit audit,
    Authentication authentication,
    BooleanSupplier ready,
    Optional<MetricsSource> metrics) {
  private static final String EVENTS = "text/event-stream";

  Live live() {
    return new Live(proxy, this::status, () -> ChangesJson.of(audit));
  }

  /**
   * The endpoints by path.
   *
   * @param live what happens
   * @param maxStreams how many browsers may follow it at once
   * @param scrapes what writes the metrics, if there is such
   */
  Router router(Live live, int maxStreams, Optional<Scrapes> scrapes) {
    Map<String, Endpoint> endpoints = new TreeMap<>(Assets.endpoints());
    endpoints.put("/healthz", Endpoint.open(request -> ok(Response.TEXT, Bytes.of("alive\n"))));
    endpoints.put("/readyz", Endpoint.open(request -> readiness()));
    endpoints.put("/api/access", Endpoint.open(request -> access()));
    endpoints.put("/api/status", Endpoint.showing(request -> ok(Response.JSON, status())));
    endpoints.put("/api/history", Endpoint.showing(request -> history(request, live)));
    endpoints.put("/api/events", Endpoint.showing(request -> events(live.events(), maxStreams)));
    endpoints.put("/api/command", new CommandEndpoint(language).endpoint());
    scrapes.ifPresent(
        it -> endpoints.put("/metrics", new Endpoint(HttpMethod.GET, false, it::answer)));
    return new Router(endpoints, authentication);
  }

  private static Response ok(String contentType, Body body) {
    return Response.of(HttpResponseStatus.OK, contentType, body);
  }

  private Response readiness() {
    return ready.getAsBoolean()
        ? Response.text(HttpResponseStatus.OK, "ready")
        : Response.text(
            HttpResponseStatus.SERVICE_UNAVAILABLE, "not ready: the process is starting or ending");
  }

  /** Lets the page know whether to ask for a secret before it asks for anything else. */
  private Response access() {
    return ok(
        Response.JSON,
        new JsonWriter()
            .object()
            .put("secretNeeded", authentication.isRequired())
            .endObject()
            .bytes());
  }

  private Bytes status() {
    return StatusJson.of(proxy, totals, ready.getAsBoolean());
  }

  private static Response history(IncomingRequest request, Live live) {
    String cluster = request.parameters().getOrDefault("cluster", List.of("")).get(0);
    return live.history(cluster)
        .map(pieces -> ok(Response.JSON, new Body.Pieces(pieces)))
        .orElseGet(
            () ->
                Response.text(
                    HttpResponseStatus.NOT_FOUND,
                    "there is no such cluster: name one, as in /api/history?cluster=phones"));
  }

  private static Response events(Events events, int maxStreams) {
    return events.streams() < maxStreams
        ? ok(EVENTS, new Body.Endless(events))
        : Response.text(
            HttpResponseStatus.SERVICE_UNAVAILABLE,
            "all " + maxStreams + " streams of events are in use: close a page, try again");
  }
}
