package io.ballast.http;

import io.netty.handler.codec.http.HttpHeaders;

/** The headers by which browsers let nobody else load, frame, keep or guess at a response. */
final class SecurityHeaders {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private SecurityHeaders() {}

  static void addTo(HttpHeaders headers) {
    headers.set("content-security-policy", POLICY);
    headers.set("x-content-type-options", "nosniff");
    headers.set("x-frame-options", "DENY");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-resource-policy", "same-origin");
    headers.set("cache-control", "no-store");
  }
}
