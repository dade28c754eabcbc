package io.ballast.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files that the page is made of. They tell nothing of what is served, so everybody may have
 * them: a browser asks for them before the page can ask for the secret.
 */
final class Assets {
  private static final String HTML = "text/html; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String IMAGE = "image/svg+xml";

  private static final List<String> NAMES =
      List.of(
          "index.html",
          "page.css",
          "icon.svg",
          "page.js",
          "api.js",
          "words.js",
          "text.js",
          "dom.js",
          "timeline.js",
          "nodes.js",
          "overview.js",
          "actions.js");

  private Assets() {}

  /** An endpoint a file; the page itself is at the root. */
  static Map<String, Endpoint> endpoints() {
    Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    for (String name : NAMES) {
      Response file = Response.of(HttpResponseStatus.OK, type(name), load(name));
      endpoints.put(name.equals("index.html") ? "/" : "/" + name, Endpoint.open(request -> file));
    }
    return endpoints;
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".html" -> HTML;
      case ".css" -> STYLE;
      case ".svg" -> IMAGE;
      default -> SCRIPT;
    };
  }

  private static Bytes load(String name) {
    try (InputStream file = Assets.class.getResourceAsStream("page/" + name)) {
      return Bytes.of(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
