package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.http.HttpClient.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandEndpointTest {
  private static final String TYPE = "Content-Type: text/plain";
  private static final String HEADER = "Ballast-Command: 1";

  private SiteFixture site;
  private HttpClient client;

  @BeforeEach
  void open() throws IOException {
    site = SiteFixture.open();
    client = site.connect();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    site.close();
  }

  private Answer command(String line, String... headers) throws IOException {
    return post("/api/command", line, headers);
  }

  private Answer post(String path, String line, String... headers) throws IOException {
    String length = "Content-Length: " + line.getBytes(StandardCharsets.ISO_8859_1).length;
    String request = HttpClient.request("POST", path, headers);
    client.send(request.substring(0, request.length() - 2) + length + "\r\n\r\n" + line);
    return client.readChunksOrLength();
  }

  private void assertNothingChanged() {
    assertThat(site.ballast.audit().recent()).isEmpty();
  }

  @Test
  void aCommandIsAnsweredAsOnTheTextChannel() throws Exception {
    Answer answer = command("SETWEIGHT hub 7\r\n", TYPE, HEADER);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("OK\n");
    assertThat(command("WEIGHTS", TYPE + "; charset=utf-8", HEADER).body())
        .contains("hub: 7\n")
        .endsWith("OK\n");
  }

  @Test
  void aChangeIsRecordedWithFromWhere() throws Exception {
    command("SETWEIGHT hub 7", TYPE, HEADER);
    assertThat(site.ballast.audit().recent())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.by()).startsWith("http/127.0.0.1:");
              assertThat(entry.cluster()).isEqualTo("phones");
              assertThat(entry.change()).isEqualTo("weight of hub: 1 -> 7");
            });
  }

  @Test
  void theParameterChoosesTheCluster() throws Exception {
    assertThat(post("/api/command?cluster=phones", "LOAD", TYPE, HEADER).status()).isEqualTo(200);
    Answer unknown = post("/api/command?cluster=no%20such", "LOAD", TYPE, HEADER);
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body()).startsWith("ERR not-found cluster \"no such\" does not exist");
  }

  @ParameterizedTest
  @CsvSource({
    "SETWEIGHT, 400, ERR usage",
    "NONSENSE, 400, ERR unknown",
    "SETWEIGHT nowhere 1, 404, ERR not-found",
    "ADD_ZONE asia, 409, ERR conflict",
    "ADD_ZONE europe, 200, OK",
    "REMOVE_ZONE default, 409, ERR refused",
    "QUIT, 200, OK",
    "WATCH, 400, this command repeats",
  })
  void theStatusIsThatOfTheReply(String line, int status, String body) throws Exception {
    Answer answer = command(line, TYPE, HEADER);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).startsWith(body);
  }

  @Test
  void aBodyIsOneCommand() throws Exception {
    assertThat(command("WEIGHTS\nSETWEIGHT hub 7\n", TYPE, HEADER).status()).isEqualTo(400);
    assertThat(command("  ", TYPE, HEADER).status()).isEqualTo(400);
    assertThat(command("LOOKUP " + "a".repeat(9_000), TYPE, HEADER).body())
        .startsWith("ERR usage the line is too long");
    assertNothingChanged();
  }

  @Test
  void withoutTheHeaderNothingIsChanged() throws Exception {
    assertThat(command("SETWEIGHT hub 7", TYPE).status()).isEqualTo(403);
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: text/plainer",
        "X: y",
      })
  void onlyPlainTextIsACommand(String type) throws Exception {
    assertThat(command("SETWEIGHT hub 7", type, HEADER).status()).isEqualTo(415);
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://localhost.evil.example",
        "Origin: http://localhost:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
      })
  void whatAnotherSiteAsksForIsRefused(String header) throws Exception {
    assertThat(command("SETWEIGHT hub 7", TYPE, HEADER, header).status()).isEqualTo(403);
    assertThat(client.get("/api/status", header).status()).isEqualTo(403);
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://localhost",
        "Origin: https://LOCALHOST",
        "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-Site: none"
      })
  void whatThePageAsksForIsDone(String header) throws Exception {
    assertThat(command("SETWEIGHT hub 7", TYPE, HEADER, header).status()).isEqualTo(200);
  }

  @Test
  void noOtherSiteIsToldThatItMayAsk() throws Exception {
    client.send(
        HttpClient.request(
            "OPTIONS",
            "/api/command",
            "Origin: http://localhost",
            "Access-Control-Request-Method: POST"));
    Answer answer = client.read();
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
  }

  @Test
  void anOldClientReadsAReplyToItsEnd() throws Exception {
    client.send(
        "POST /api/command HTTP/1.0\r\nContent-Length: 7\r\n"
            + TYPE
            + "\r\n"
            + HEADER
            + "\r\n\r\nWEIGHTS");
    Answer head = client.readHead();
    assertThat(head.headers()).doesNotContainKey("transfer-encoding");
    assertThat(client.readLine()).isEqualTo("ap-1: 20");
    String last = "";
    for (String line = client.readLine(); !line.isEmpty(); line = client.readLine()) {
      last = line;
    }
    assertThat(last).isEqualTo("OK");
  }

  @Test
  void theSecretIsNeeded() throws Exception {
    try (SiteFixture guarded = SiteFixture.guarded("sesame");
        HttpClient stranger = guarded.connect()) {
      assertThat(stranger.post("/api/command", "SETWEIGHT hub 7", TYPE, HEADER).status())
          .isEqualTo(401);
      assertThat(guarded.ballast.audit().recent()).isEmpty();
      assertThat(stranger.get("/").status()).isEqualTo(200);
      assertThat(stranger.get("/api/access").body()).isEqualTo("{\"secretNeeded\":true}");
      for (String path : new String[] {"status", "events", "history?cluster=phones"}) {
        assertThat(stranger.get("/api/" + path).status()).isEqualTo(401);
      }
      assertThat(stranger.get("/metrics").status()).isEqualTo(401);
    }
  }
}
