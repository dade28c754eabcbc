package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.ballast.command.Secret;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpLimitsTest {
  private static final Optional<Secret> NO_SECRET = Optional.empty();
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static HttpFixture seats(int count) throws IOException {
    return HttpFixture.with(NO_SECRET, MINUTE, count, MINUTE);
  }

  @Test
  void aLongAddressIsRefused() throws Exception {
    assertRefused("GET /" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414);
  }

  @Test
  void largeHeadersAreRefused() throws Exception {
    assertRefused(
        "GET /open HTTP/1.1\r\nHost: localhost\r\nA: " + "a".repeat(20_000) + "\r\n\r\n", 431);
    assertRefused(
        "GET /open HTTP/1.1\r\nHost: localhost\r\n" + "A: b\r\n".repeat(10_000) + "\r\n", 431);
  }

  @Test
  void aLargeBodyIsRefused() throws Exception {
    int size = HttpConnection.MAX_BODY_BYTES + 1;
    assertRefused(
        HttpClient.request("POST", "/echo", "Content-Length: " + size) + "a".repeat(size), 413);
    assertRefused(
        HttpClient.request("POST", "/echo", "Transfer-Encoding: chunked")
            + ("1000\r\n" + "a".repeat(0x1000) + "\r\n").repeat(5),
        413);
    assertRefused(HttpClient.request("POST", "/echo", "Content-Length: 99999999999"), 413);
  }

  /** The response arrives although more was sent than is read, and the connection ends then. */
  private static void assertRefused(String text, int status) throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(text);
      assertThat(client.read().status()).isEqualTo(status);
      assertThat(client.ends()).isTrue();
    }
  }

  @Test
  void theLargestBodyIsTaken() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      String body = "a".repeat(HttpConnection.MAX_BODY_BYTES);
      assertThat(client.post("/echo", body).body()).isEqualTo(body);
    }
  }

  @Test
  void whoAsksBeforeItSendsABodyIsToldToGoOn() throws Exception {
    try (HttpFixture http = HttpFixture.open();
        HttpClient client = http.connect()) {
      client.send(HttpClient.request("POST", "/echo", "Content-Length: 5", "Expect: 100-continue"));
      assertThat(client.readHead().status()).isEqualTo(100);
      client.send("hello");
      assertThat(client.read().body()).isEqualTo("hello");
    }
    assertRefused(
        HttpClient.request("POST", "/nowhere", "Content-Length: 5", "Expect: 100-continue"), 404);
  }

  @Test
  void aRequestThatDripsIsGivenUp() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, MINUTE, 4, SECOND);
        HttpClient head = http.connect();
        HttpClient body = http.connect();
        HttpClient nothing = http.connect()) {
      head.send("GET /open HTTP/1.1\r\nHost: loc");
      body.send(HttpClient.request("POST", "/echo", "Content-Length: 100") + "a");
      for (HttpClient client : List.of(head, body, nothing)) {
        assertThat(client.read().status()).isEqualTo(408);
        assertThat(client.ends()).isTrue();
      }
    }
  }

  @Test
  void theDeadlineOfARequestStartsAnewWithTheNext() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, MINUTE, 4, SECOND);
        HttpClient client = http.connect()) {
      client.get("/open");
      client.send("GET /open HTTP/1.1\r\nHo");
      assertThat(client.read().status()).isEqualTo(408);
    }
  }

  @Test
  void anAnswerMayTakeLongerThanARequest() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, MINUTE, 4, SECOND);
        HttpClient waiting = http.connect();
        HttpClient slow = http.connect()) {
      waiting.send(HttpClient.request("GET", "/later"));
      var later = http.later.take();
      assertThat(slow.read().status()).isEqualTo(408);
      later.complete(HttpFixture.ok("late"));
      assertThat(waiting.read().body()).isEqualTo("late");
    }
  }

  @Test
  void whoWaitsForAnAnswerIsNotIdle() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, SECOND, 4, MINUTE);
        HttpClient waiting = http.connect();
        HttpClient idle = http.connect()) {
      waiting.send(HttpClient.request("GET", "/later"));
      var later = http.later.take();
      idle.get("/open");
      assertThat(idle.ends()).isTrue();
      later.complete(HttpFixture.ok("late"));
      assertThat(waiting.read().body()).isEqualTo("late");
    }
  }

  @Test
  void anIdleConnectionIsClosed() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, SECOND, 4, MINUTE);
        HttpClient client = http.connect()) {
      client.get("/open");
      assertThat(client.ends()).isTrue();
    }
  }

  @Test
  void silentConnectionsMakeRoomForNewOnes() throws Exception {
    List<HttpClient> crowd = new ArrayList<>();
    try (HttpFixture http = seats(4)) {
      for (int i = 0; i < 300; i++) {
        crowd.add(http.connect());
      }
      try (HttpClient client = http.connect()) {
        assertThat(client.get("/open").status()).isEqualTo(200);
      }
      assertThat(crowd.get(0).ends()).isTrue();
    } finally {
      for (HttpClient one : crowd) {
        one.close();
      }
    }
  }

  @Test
  void aConnectionThatIsBeingAnsweredKeepsItsSeat() throws Exception {
    try (HttpFixture http = seats(1);
        HttpClient first = http.connect()) {
      first.send(HttpClient.request("GET", "/later"));
      var later = http.later.take();
      try (HttpClient second = http.connect()) {
        assertThat(second.ends()).isTrue();
      }
      later.complete(HttpFixture.ok("kept"));
      assertThat(first.read().body()).isEqualTo("kept");
    }
  }

  @Test
  void aReaderThatStopsIsCutOff() throws Exception {
    try (HttpFixture http = HttpFixture.with(NO_SECRET, SECOND, 1, MINUTE);
        HttpClient deaf = HttpClient.connectSmall(http.server().address())) {
      deaf.send(HttpClient.request("GET", "/large"));
      assertThat(deaf.readHead().status()).isEqualTo(200);
      await()
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                try (HttpClient next = http.connect()) {
                  assertThat(next.get("/open").status()).isEqualTo(200);
                }
              });
    }
  }

  @Test
  void addressInUseIsAnErrorWithARemedy() throws Exception {
    try (HttpFixture http = HttpFixture.open()) {
      int port = http.server().address().getPort();
      assertThatIOException()
          .isThrownBy(() -> http.startAnother(port))
          .withMessageContaining("bind = 127.0.0.1:" + port)
          .withMessageContaining("choose");
    }
  }
}
