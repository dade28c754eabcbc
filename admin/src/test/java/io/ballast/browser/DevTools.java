package io.ballast.browser;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigValueFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * A connection to a browser's debugging protocol: JSON messages over a web socket. Commands come
 * from the test's thread, events on one of the client.
 */
final class DevTools implements WebSocket.Listener {
  private static final int PATIENCE_SECONDS = 60;

  private final Map<Integer, CompletableFuture<Map<String, Object>>> waiting =
      new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final StringBuilder text = new StringBuilder();
  private final BiConsumer<String, Map<String, Object>> onEvent;
  private final WebSocket socket;

  /** Connects; events are told by their method and parameters. */
  DevTools(URI address, BiConsumer<String, Map<String, Object>> onEvent) {
    this.onEvent = onEvent;
    this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, this).join();
  }

  /**
   * Carries out a command.
   *
   * @param session the tab that it is for; empty for the browser
   */
  Map<String, Object> call(String session, String method, Map<String, Object> parameters) {
    int id = ids.incrementAndGet();
    Map<String, Object> message = new HashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    CompletableFuture<Map<String, Object>> result = new CompletableFuture<>();
    waiting.put(id, result);
    socket
        .sendText(ConfigValueFactory.fromMap(message).render(ConfigRenderOptions.concise()), true)
        .join();
    return result.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      String whole = text.toString();
      text.setLength(0);
      received(
          ConfigFactory.parseString(
                  whole, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON))
              .root()
              .unwrapped());
    }
    from.request(1);
    return null;
  }

  private void received(Map<String, Object> message) {
    if (message.get("id") instanceof Number id) {
      CompletableFuture<Map<String, Object>> result = waiting.remove(id.intValue());
      if (message.containsKey("error")) {
        result.completeExceptionally(new IllegalStateException(message.get("error").toString()));
      } else {
        result.complete(object(message.get("result")));
      }
    } else {
      onEvent.accept((String) message.get("method"), object(message.get("params")));
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  void abort() {
    socket.abort();
  }
}
