package io.ballast.http;

import io.ballast.command.Authentication;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a request to the endpoint of its path, past the checks that all have in common. Confined to
 * the event loop of the admin channels.
 */
final class Router {
  private static final Logger log = LoggerFactory.getLogger(Router.class);

  /** What begins so is for programs and for the page, not for other web sites. */
  private static final String API = "/api/";

  private final Map<String, Endpoint> endpoints;
  private final HostCheck hosts;
  private final Authentication authentication;

  /** Sends requests to the endpoints, by path. */
  Router(Map<String, Endpoint> endpoints, Authentication authentication) {
    this.endpoints = Map.copyOf(endpoints);
    this.hosts = new HostCheck(!authentication.isRequired());
    this.authentication = authentication;
  }

  /** Why a request is refused, judged by what comes before its body; empty if it is not. */
  Optional<Response> refusal(HttpRequest head, IncomingRequest request) {
    if (head.protocolVersion().majorVersion() != 1) {
      return refused(HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "speak HTTP/1.1");
    }
    boolean hostRequired = !head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    Optional<String> fault =
        hosts.fault(request.headers().getAll(HttpHeaderNames.HOST), hostRequired);
    if (fault.isPresent()) {
      boolean missing = request.headers().getAll(HttpHeaderNames.HOST).size() != 1;
      return refused(
          missing ? HttpResponseStatus.BAD_REQUEST : HttpResponseStatus.MISDIRECTED_REQUEST,
          fault.get());
    }
    Optional<String> foreign = SameSite.fault(request.headers());
    if (foreign.isPresent() && request.path().startsWith(API)) {
      return refused(HttpResponseStatus.FORBIDDEN, foreign.get());
    }
    Endpoint endpoint = endpoints.get(request.path());
    if (endpoint == null) {
      return refused(HttpResponseStatus.NOT_FOUND, "there is nothing at this path");
    }
    if (!endpoint.takes(request.method())) {
      return Optional.of(
          Response.text(
                  HttpResponseStatus.METHOD_NOT_ALLOWED, "use " + endpoint.allowed() + " here")
              .with("allow", endpoint.allowed()));
    }
    return endpoint.open() ? Optional.empty() : unauthorized(request);
  }

  private static Optional<Response> refused(HttpResponseStatus status, String why) {
    return Optional.of(Response.text(status, why));
  }

  private Optional<Response> unauthorized(IncomingRequest request) {
    if (!authentication.isRequired()) {
      return Optional.empty();
    }
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
    Optional<byte[]> given = Credentials.secret(header);
    if (given.isEmpty()) {
      return Optional.of(
          unauthorized("a secret is needed: send it in the header Authorization: Bearer SECRET"));
    }
    Authentication.Verdict verdict =
        authentication.check(request.peer(), request.source(), given.get());
    if (verdict instanceof Authentication.Verdict.Accepted) {
      return Optional.empty();
    }
    if (verdict instanceof Authentication.Verdict.LockedOut locked) {
      long seconds = locked.remaining().toSeconds() + 1;
      return Optional.of(
          Response.text(
                  HttpResponseStatus.TOO_MANY_REQUESTS,
                  "too many wrong secrets from your address: try again in " + seconds + " s")
              .with("retry-after", Long.toString(seconds)));
    }
    return Optional.of(unauthorized("wrong secret: send the one of the configuration"));
  }

  /** Names Bearer alone: for Basic a browser would ask by itself, and send the secret unasked. */
  private static Response unauthorized(String why) {
    return Response.text(HttpResponseStatus.UNAUTHORIZED, why)
        .with("www-authenticate", "Bearer realm=\"ballast\"");
  }

  /** Has a request answered that is not refused. The stage does not fail. */
  CompletionStage<Response> answer(IncomingRequest request) {
    try {
      return endpoints.get(request.path()).answer().apply(request).exceptionally(Router::fault);
    } catch (RuntimeException e) {
      return CompletableFuture.completedStage(fault(e));
    }
  }

  private static Response fault(Throwable cause) {
    log.error("a request failed by a fault of this program", cause);
    return Response.text(
        HttpResponseStatus.INTERNAL_SERVER_ERROR,
        "a fault of this program: its log has the details");
  }
}
