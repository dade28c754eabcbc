package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.process.LineClient;
import io.ballast.process.Serving;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin HTTP address of the real program. */
final class AdminHttpIT {
  private static final String BODY =
      """
      clusters.phones {
        zones { asia {} }
        nodes {
          a { address = "127.0.0.1:1", weight = 40 }
          b { address = "127.0.0.1:1", zone = asia }
        }
        health.interval = 0s
        affinity.sets { lobby = asia }
      }
      listeners.sets { cluster = phones, bind = "127.0.0.1:0", identity = source-endpoint }
      """;

  private final HttpClient http = HttpClient.newHttpClient();
  @TempDir private Path directory;

  private HttpResponse<String> get(Serving proxy, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.http().getPort() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void statusSaysWhatTheTextChannelSays() throws Exception {
    try (Serving proxy = Serving.start(directory, BODY)) {
      proxy.make("SETWEIGHT a 30 OVER 1h STEPS 2");
      assertThat(get(proxy, "/healthz").body()).isEqualTo("alive\n");
      assertThat(get(proxy, "/readyz").body()).isEqualTo("ready\n");
      await("the next tick")
          .untilAsserted(
              () ->
                  assertThat(get(proxy, "/api/status").body())
                      .contains(
                          "\"name\":\"a\",\"zone\":\"default\",\"weight\":35,\"health\":\"up\"")
                      .contains(
                          "\"name\":\"asia\",\"backup\":\"default\",\"nodes\":1,\"weight\":100")
                      .contains(
                          "{\"node\":\"a\",\"from\":40,\"to\":30,\"weight\":35,\"done\":1,\"steps\":2")
                      .contains("\"name\":\"sets\",\"cluster\":\"phones\",\"host\":\"127.0.0.1\""));
    }
  }

  @Test
  void theSecretOfTheConfigurationIsAskedFor() throws Exception {
    String secret = BODY + "admin.secret = ${SECRET}\n";
    try (Serving proxy = Serving.start(directory, Map.of("SECRET", "open sesame"), secret, "")) {
      assertThat(get(proxy, "/readyz").statusCode()).isEqualTo(200);
      assertThat(get(proxy, "/api/status").statusCode()).isEqualTo(401);
      assertThat(get(proxy, "/api/status", "Authorization", "Bearer open sesame").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aProcessThatEndsIsNotReady() throws Exception {
    try (ServerSocket node = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Serving proxy =
            Serving.start(
                directory,
                BODY.replace("127.0.0.1:1\"", "127.0.0.1:" + node.getLocalPort() + '"'));
        LineClient session = LineClient.connect(proxy.listener("sets"))) {
      proxy.awaitSessions(1);
      proxy.make("SHUTDOWN 10s");
      session.send("bytes go, so that the session does not end at once");
      HttpResponse<String> ready = get(proxy, "/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).startsWith("not ready: ");
      proxy.process().awaitExit();
    }
  }
}
