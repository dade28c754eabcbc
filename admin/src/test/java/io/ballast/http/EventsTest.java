package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventsTest {
  private static final int MOST_EVENTS = 60;

  private static HttpClient following(SiteFixture site) throws IOException {
    HttpClient client = site.connect();
    client.send(HttpClient.request("GET", "/api/events"));
    HttpClient.Answer head = client.readHead();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("content-type")).isEqualTo("text/event-stream");
    return client;
  }

  /** Reads events until one holds the text. */
  private static String awaitEvent(HttpClient client, String text) throws IOException {
    for (int i = 0; i < MOST_EVENTS; i++) {
      String chunk = client.readChunk();
      if (chunk.contains(text)) {
        return chunk;
      }
    }
    throw new AssertionError("no event with " + text);
  }

  @Test
  void aBrowserIsToldWhatIsSoAndThenWhatIsNew() throws Exception {
    try (SiteFixture site = SiteFixture.open();
        HttpClient browser = following(site)) {
      assertThat(awaitEvent(browser, "event: status"))
          .contains("\"name\":\"phones\"")
          .endsWith("\n\n");
      assertThat(awaitEvent(browser, "event: changes")).contains("\"recent\":[]");
      site.ballast.ask("SETWEIGHT hub 7");
      awaitEvent(browser, "weight of hub: 1 -> 7");
      // The status may have shown it before.
      site.ballast.ask("SETWEIGHT hub 8");
      awaitEvent(browser, "\"weight\":8");
    }
  }

  @Test
  void whereNothingIsNewABrowserSeesThatTheConnectionLives() throws Exception {
    try (SiteFixture site = SiteFixture.open();
        HttpClient browser = following(site)) {
      awaitEvent(browser, ":\n");
    }
  }

  @Test
  void headIsAnsweredWithoutAStream() throws Exception {
    try (SiteFixture site = SiteFixture.open();
        HttpClient client = site.connect()) {
      client.send(HttpClient.request("HEAD", "/api/events"));
      assertThat(client.readHead().header("content-type")).isEqualTo("text/event-stream");
      assertThat(client.get("/readyz").body()).isEqualTo("ready");
    }
  }

  @Test
  void streamsTakeHalfOfTheConnectionsAtMost() throws Exception {
    try (SiteFixture site = SiteFixture.with(Duration.ofMinutes(1), 4);
        HttpClient first = following(site);
        HttpClient second = following(site)) {
      try (HttpClient third = site.connect()) {
        assertThat(third.get("/api/events").status()).isEqualTo(503);
      }
      first.abort();
      await()
          .untilAsserted(
              () -> {
                try (HttpClient next = following(site)) {
                  assertThat(awaitEvent(next, "event: status")).isNotEmpty();
                }
              });
      assertThat(awaitEvent(second, "event: status")).isNotEmpty();
    }
  }

  @Test
  void aBrowserThatStopsReadingIsCutOff() throws Exception {
    try (SiteFixture site = SiteFixture.with(Duration.ofSeconds(1), 2);
        HttpClient deaf = HttpClient.connectSmall(site.server.address())) {
      deaf.send(HttpClient.request("GET", "/api/events"));
      for (int i = 0; i < 3_000; i++) {
        site.ballast.ask("ADD_NODE node-" + i + "-" + "x".repeat(60) + " 127.0.0.1:1 0 asia");
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                try (HttpClient next = following(site)) {
                  assertThat(awaitEvent(next, "event: status")).isNotEmpty();
                }
              });
    }
  }

  @Test
  void historyHasTheLiveSessionsOfEachNode() throws Exception {
    try (SiteFixture site = SiteFixture.open();
        HttpClient client = site.connect()) {
      client.send(HttpClient.request("GET", "/api/history?cluster=phones"));
      assertThat(client.readChunksOrLength().body())
          .startsWith("{\"periodSeconds\":10,\"nodes\":{\"ap-1\":[0")
          .endsWith("]}}");
      assertThat(client.get("/api/history?cluster=nowhere").status()).isEqualTo(404);
      assertThat(client.get("/api/history").status()).isEqualTo(404);
    }
  }
}
