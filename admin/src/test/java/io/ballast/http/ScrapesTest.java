package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /metrics}: who is answered what, and by which thread it is written. */
class ScrapesTest {
  /** Writes the number of the scrape and its format, once the test lets it. */
  private static final class Counting implements MetricsSource {
    private final AtomicInteger scrapes = new AtomicInteger();
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private volatile String thread;

    @Override
    public String contentType(String accept) {
      return accept.contains("openmetrics") ? "open" : "text";
    }

    @Override
    public void scrape(String contentType, OutputStream out) throws IOException {
      int number = scrapes.incrementAndGet();
      thread = Thread.currentThread().getName();
      began.countDown();
      try {
        assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      out.write((contentType + " " + number + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private final Counting source = new Counting();
  private final Scrapes scrapes = new Scrapes(source);

  @AfterEach
  void stop() {
    source.mayEnd.countDown();
    scrapes.stop();
  }

  private CompletableFuture<Response> ask(String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    IncomingRequest request =
        new IncomingRequest(
            HttpMethod.GET, "/metrics", Map.of(), all, Bytes.NONE, "127.0.0.1:1", "127.0.0.1");
    return scrapes.answer(request).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS);
  }

  private static byte[] bytes(CompletableFuture<Response> response) {
    return ((Bytes) response.join().body()).copy();
  }

  private static String body(CompletableFuture<Response> response) {
    return new String(bytes(response), StandardCharsets.UTF_8);
  }

  @Test
  void thoseWhoAskAtTheSameTimeShareWhatIsWrittenOnce() throws Exception {
    List<CompletableFuture<Response>> together = new ArrayList<>(List.of(ask()));
    source.began.await();
    IntStream.range(0, 20).forEach(i -> together.add(ask()));
    assertThat(together).noneMatch(CompletableFuture::isDone);
    source.mayEnd.countDown();

    assertThat(together).allSatisfy(one -> assertThat(body(one)).isEqualTo("text 1\n"));
    assertThat(body(ask())).isEqualTo("text 2\n");
    assertThat(source.thread).isEqualTo("ballast-metrics");
  }

  @Test
  void eachFormatIsWrittenByItself() throws Exception {
    CompletableFuture<Response> text = ask();
    source.began.await();
    CompletableFuture<Response> open = ask("accept", "application/openmetrics-text");
    assertThat(source.scrapes).as("one at a time").hasValue(1);
    source.mayEnd.countDown();

    assertThat(body(text)).isEqualTo("text 1\n");
    assertThat(body(open)).isEqualTo("open 2\n");
    assertThat(open.join().contentType()).isEqualTo("open");
    assertThat(open.join().headers()).containsEntry("vary", "Accept, Accept-Encoding");
  }

  @Test
  void whoTakesGzipGetsIt() throws Exception {
    source.mayEnd.countDown();
    CompletableFuture<Response> zipped = ask("accept-encoding", "deflate, gzip;q=0.5");
    assertThat(zipped.join().headers()).containsEntry("content-encoding", "gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(zipped)))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("text 1\n");
    }
    for (String codings : new String[] {"", "identity", "gzip;q=0", "gzip; q=0.0", "xgzip"}) {
      CompletableFuture<Response> plain = ask("accept-encoding", codings);
      assertThat(plain.join().headers()).as(codings).doesNotContainKey("content-encoding");
      assertThat(body(plain)).startsWith("text ");
    }
  }

  @Test
  void aSlowScrapeHoldsUpNoOtherRequest() throws Exception {
    try (SiteFixture site = SiteFixture.showing(source);
        HttpClient scraper = site.connect();
        HttpClient other = site.connect()) {
      scraper.send(HttpClient.request("GET", "/metrics"));
      source.began.await();
      assertThat(other.get("/readyz").body()).isEqualTo("ready");
      assertThat(other.get("/api/status").status()).isEqualTo(200);
      source.mayEnd.countDown();
      HttpClient.Answer metrics = scraper.read();
      assertThat(metrics.status()).isEqualTo(200);
      assertThat(metrics.body()).isEqualTo("text 1");
      assertThat(metrics.header("content-type")).isEqualTo("text");
    }
  }
}
