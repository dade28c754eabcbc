package io.ballast.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What answers the requests for one path. Called on the event loop of the admin channels; must not
 * block.
 *
 * @param method the method that it takes; GET includes HEAD
 * @param open whether it answers callers that do not know the secret
 * @param answer makes the response
 */
record Endpoint(
    HttpMethod method,
    boolean open,
    Function<IncomingRequest, ? extends CompletionStage<Response>> answer) {

  /** Shows something to whom knows the secret. */
  static Endpoint showing(Function<IncomingRequest, Response> answer) {
    return new Endpoint(HttpMethod.GET, false, immediate(answer));
  }

  /** Shows something to everybody. */
  static Endpoint open(Function<IncomingRequest, Response> answer) {
    return new Endpoint(HttpMethod.GET, true, immediate(answer));
  }

  private static Function<IncomingRequest, CompletionStage<Response>> immediate(
      Function<IncomingRequest, Response> answer) {
    return request -> CompletableFuture.completedStage(answer.apply(request));
  }

  /** Whether it takes requests of this method. */
  boolean takes(HttpMethod asked) {
    return asked.equals(method) || (asked.equals(HttpMethod.HEAD) && method.equals(HttpMethod.GET));
  }

  /** The methods that it takes, as the header {@code Allow} has them. */
  String allowed() {
    return method.equals(HttpMethod.GET) ? "GET, HEAD" : method.name();
  }
}
