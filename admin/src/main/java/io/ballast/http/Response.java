package io.ballast.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a request is answered.
 *
 * @param status its outcome
 * @param contentType what the body is
 * @param headers others than those that every response has
 * @param body what follows
 */
record Response(
    HttpResponseStatus status, String contentType, Map<String, String> headers, Body body) {
  static final String TEXT = "text/plain; charset=utf-8";
  static final String JSON = "application/json";

  Response {
    headers = Map.copyOf(headers);
  }

  /** A body of a type. */
  static Response of(HttpResponseStatus status, String contentType, Body body) {
    return new Response(status, contentType, Map.of(), body);
  }

  /** A line for people. */
  static Response text(HttpResponseStatus status, String line) {
    return of(status, TEXT, Bytes.of(line + "\n"));
  }

  /** This as an answer to HEAD: of a body that is made while it is read, nothing is made. */
  Response withoutBody() {
    return body instanceof Bytes ? this : new Response(status, contentType, headers, Bytes.NONE);
  }

  /** This with one more header. */
  Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, contentType, more, body);
  }
}
