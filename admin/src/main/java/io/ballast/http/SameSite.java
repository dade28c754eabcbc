package io.ballast.http;

import io.ballast.command.Quoting;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a request of a browser comes from the page of this address, and not from another site
 * that the browser shows. Programs send neither of the headers that are looked at.
 */
final class SameSite {
  private SameSite() {}

  /** What is wrong with where a request comes from, if anything. */
  static Optional<String> fault(HttpHeaders headers) {
    String site = headers.get("sec-fetch-site", "none");
    if (!site.equals("same-origin") && !site.equals("none")) {
      return Optional.of("requests that another web site makes are refused");
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && !isOf(origin, headers.get(HttpHeaderNames.HOST, ""))) {
      return Optional.of("requests of another origin, " + printable(origin) + ", are refused");
    }
    return Optional.empty();
  }

  /** Either scheme: a proxy in front may speak TLS. */
  private static boolean isOf(String origin, String host) {
    String own = host.toLowerCase(Locale.ROOT);
    String given = origin.toLowerCase(Locale.ROOT);
    return given.equals("http://" + own) || given.equals("https://" + own);
  }

  private static String printable(String origin) {
    return Quoting.sentence(origin);
  }
}
