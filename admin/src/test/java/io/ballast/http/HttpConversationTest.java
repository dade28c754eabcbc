package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConversationTest {

  @Test
  void requestsFollowEachOtherOnOneConnection() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      for (int i = 0; i < 3; i++) {
        HttpClient.Answer answer = client.get("/open");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("open");
        assertThat(answer.header("connection")).isEqualTo("keep-alive");
      }
    }
  }

  @Test
  void requestsSentAheadAreAnsweredInOrder() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      String request = HttpClient.request("GET", "/open");
      client.send(HttpClient.request("GET", "/later") + request.repeat(200));
      CompletableFuture<Response> first = http.later.take();
      first.complete(HttpFixture.ok("first"));
      assertThat(client.read().body()).isEqualTo("first");
      for (int i = 0; i < 200; i++) {
        assertThat(client.read().body()).isEqualTo("open");
      }
    }
  }

  @Test
  void bytesMayComeOneAtATime() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      String request =
          HttpClient.request("POST", "/echo", "Content-Length: 5")
              + "hello"
              + HttpClient.request("POST", "/echo", "Transfer-Encoding: chunked")
              + "2\r\nwo\r\n3\r\nrld\r\n0\r\n\r\n";
      for (int i = 0; i < request.length(); i++) {
        client.send(request.substring(i, i + 1));
      }
      assertThat(client.read().body()).isEqualTo("hello");
      assertThat(client.read().body()).isEqualTo("world");
    }
  }

  @Test
  void headHasNoBody() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(HttpClient.request("HEAD", "/open"));
      HttpClient.Answer head = client.readHead();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-length")).isEqualTo("5");
      assertThat(client.get("/open").body()).isEqualTo("open");
    }
  }

  @Test
  void anOldClientIsAnsweredAndLeft() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send("GET /open HTTP/1.0\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("open");
      assertThat(client.ends()).isTrue();
    }
  }

  @Test
  void aCallerThatHasEndedItsOutputIsAnswered() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(HttpClient.request("GET", "/later"));
      client.shutdownOutput();
      http.later.take().complete(HttpFixture.ok("late"));
      assertThat(client.read().body()).isEqualTo("late");
      assertThat(client.ends()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /nowhere HTTP/1.1, 404",
    "GET /open/ HTTP/1.1, 404",
    "GET /../open HTTP/1.1, 404",
    "GET * HTTP/1.1, 404",
    "GET /%zz HTTP/1.1, 400",
    "POST /open HTTP/1.1, 405",
    "OPTIONS /open HTTP/1.1, 405",
    "BREW /open HTTP/1.1, 405",
    "GET /echo HTTP/1.1, 405",
    "GET /open HTTP/2.0, 505",
    "GET /broken HTTP/1.1, 500",
    "GET http://localhost/open HTTP/1.1, 200",
    "GET /open?a=b HTTP/1.1, 200",
  })
  void requestLinesAreAnswered(String line, int status) throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(line + "\r\nHost: localhost\r\n\r\n");
      HttpClient.Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.header("allow")).isEqualTo(status != 405 ? "" : allowed(line));
    }
  }

  private static String allowed(String line) {
    return line.contains("/echo") ? "POST" : "GET, HEAD";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n\r\nGARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "GET /open HTTP/1.1\r\nHost localhost\r\n\r\n",
        "GET /open HTTP/1.1\r\n\r\n",
        "GET /open HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET /open HTTP/1.1\r\nHost: localhost\r\nA\u0000b: c\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      })
  void whatIsNoRequestIsToldSo(String text) throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(text);
      assertThat(client.read().status()).isEqualTo(400);
    }
  }

  @Test
  void randomBytesNeverDisturbOthers() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    try (HttpFixture http =
            HttpFixture.with(Optional.empty(), Duration.ofMinutes(1), 200, Duration.ofMinutes(1));
        HttpClient other = http.connect()) {
      for (int i = 0; i < 50; i++) {
        byte[] bytes = new byte[1 + random.nextInt(2000)];
        random.nextBytes(bytes);
        try (HttpClient client = http.connect()) {
          client.send(new String(bytes, StandardCharsets.ISO_8859_1));
        }
      }
      assertThat(other.get("/open").status()).isEqualTo(200);
    }
  }

  @Test
  void everyResponseHasTheSecurityHeaders() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      for (String path : new String[] {"/open", "/nowhere", "/broken"}) {
        HttpClient.Answer answer = client.get(path);
        assertThat(answer.header("content-security-policy"))
            .contains("default-src 'none'", "frame-ancestors 'none'")
            .doesNotContain("unsafe");
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        assertThat(answer.headers()).doesNotContainKeys("access-control-allow-origin", "server");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "127.0.0.1:6810", "[::1]:6810", "192.0.2.7", "a.localhost:80"})
  void addressesAndLocalhostAreHosts(String host) throws Exception {
    assertThat(statusForHost(HttpFixture.open(), host)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rebound.example", "localhost.example:6810", "127.0.0.1.example", ""})
  void anotherNameIsNoHostWhereThereIsNoSecret(String host) throws Exception {
    assertThat(statusForHost(HttpFixture.open(), host)).isEqualTo(421);
    assertThat(statusForHost(HttpFixture.guarded("sesame"), host)).isEqualTo(200);
  }

  private static int statusForHost(HttpFixture fixture, String host) throws Exception {
    try (HttpFixture http = fixture;
        HttpClient client = http.connect()) {
      client.send("GET /open HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
      return client.read().status();
    }
  }

  @Test
  void theSecretOpensWhatIsClosed() throws Exception {
    try (HttpFixture http = HttpFixture.guarded("open sesame");
        HttpClient client = http.connect()) {
      assertThat(client.get("/open").status()).isEqualTo(200);
      HttpClient.Answer refused = client.get("/closed");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("www-authenticate")).startsWith("Bearer");
      assertThat(client.get("/closed", "Authorization: Bearer open sesame").body())
          .isEqualTo("closed");
      assertThat(client.get("/closed", "authorization: " + basic("any:open sesame")).body())
          .isEqualTo("closed");
    }
  }

  private static String basic(String userAndPassword) {
    return "Basic "
        + Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "Basic !", "Basic YWI=", "Digest a", "sesame"})
  void whatIsNoSecretIsNotCountedAsAGuess(String header) throws Exception {
    try (HttpFixture http = HttpFixture.guarded("sesame");
        HttpClient client = http.connect()) {
      assertThat(client.get("/closed", "Authorization: " + header).status()).isEqualTo(401);
      assertThat(client.get("/closed", "Authorization: Bearer sesame").status()).isEqualTo(200);
    }
  }

  @Test
  void aWrongSecretLocksItsSourceOutForAWhile() throws Exception {
    try (HttpFixture http = HttpFixture.guarded("sesame");
        HttpClient guesser = http.connect();
        HttpClient sameSource = http.connect()) {
      assertThat(guesser.get("/closed", "Authorization: Bearer guess").status()).isEqualTo(401);
      // Each further failure doubles the wait, so that one comes within it however slow this runs.
      await()
          .untilAsserted(
              () -> {
                HttpClient.Answer locked = sameSource.get("/closed", "Authorization: Bearer x");
                assertThat(locked.status()).isEqualTo(429);
                assertThat(Integer.parseInt(locked.header("retry-after"))).isPositive();
              });
      assertThat(sameSource.get("/open").status()).isEqualTo(200);
    }
  }

  @Test
  void stopClosesEveryConnection() throws Exception {
    HttpFixture http = HttpFixture.open();
    try (HttpClient client = http.connect()) {
      client.get("/open");
      http.close();
      assertThat(client.ends()).isTrue();
      assertThatIOException().isThrownBy(http::connect);
    }
  }
}
