package io.ballast.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Map;

/**
 * A request that has arrived whole and passed the checks of the connection.
 *
 * @param method GET, HEAD or what else the endpoint takes
 * @param path without the query, decoded
 * @param parameters of the query
 * @param headers as they were sent
 * @param body its bytes, at most {@link HttpConnection#MAX_BODY_BYTES}
 * @param peer the address and port of the other end, for the log
 * @param source what failures of the caller are counted by
 */
record IncomingRequest(
    HttpMethod method,
    String path,
    Map<String, List<String>> parameters,
    HttpHeaders headers,
    Bytes body,
    String peer,
    String source) {

  /** The path of a request target, which a proxy may send with scheme and host before it. */
  static QueryStringDecoder target(String uri) {
    return new QueryStringDecoder(uri.replaceFirst("^(?i:https?)://[^/?#]*", ""));
  }

  /** This with its body. */
  IncomingRequest withBody(Bytes bytes) {
    return new IncomingRequest(method, path, parameters, headers, bytes, peer, source);
  }
}
