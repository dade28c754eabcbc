package io.ballast.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * {@code /metrics}: written on a thread of its own, since with many nodes it takes longer than the
 * event loop may be held up; one at a time, and once for all who ask while it is being written.
 * Thread-safe.
 */
final class Scrapes {
  private static final int IDLE_SECONDS = 60;
  private static final String GZIP = "gzip";
  private static final Pattern REFUSED = Pattern.compile(";\\s*q\\s*=\\s*0(\\.0*)?\\s*($|;)");

  private final MetricsSource source;
  private final ThreadPoolExecutor thread;
  private final Map<Form, CompletableFuture<Bytes>> underWay = new HashMap<>();

  // Of the thread that writes.
  private int lastLength = 16 * 1024;

  /** What is written alike. */
  private record Form(String contentType, boolean gzip) {}

  /** Shows a source; its thread ends by itself when nobody asks. */
  Scrapes(MetricsSource source) {
    this.source = source;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread scraping = new Thread(task, "ballast-metrics");
              scraping.setDaemon(true);
              return scraping;
            });
    thread.allowCoreThreadTimeOut(true);
  }

  /** The response to a request. */
  CompletionStage<Response> answer(IncomingRequest request) {
    HttpHeaders headers = request.headers();
    String accept = String.join(",", headers.getAll(HttpHeaderNames.ACCEPT));
    Form form = new Form(source.contentType(accept), takesGzip(headers));
    return written(form).thenApply(bytes -> response(form, bytes));
  }

  private static Response response(Form form, Bytes bytes) {
    Response response =
        Response.of(HttpResponseStatus.OK, form.contentType(), bytes)
            .with("vary", "Accept, Accept-Encoding");
    return form.gzip() ? response.with("content-encoding", GZIP) : response;
  }

  private static boolean takesGzip(HttpHeaders headers) {
    String codings = String.join(",", headers.getAll(HttpHeaderNames.ACCEPT_ENCODING));
    for (String coding : codings.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (coding.strip().split("[; ]", 2)[0].equals(GZIP)) {
        return !REFUSED.matcher(coding).find();
      }
    }
    return false;
  }

  private synchronized CompletableFuture<Bytes> written(Form form) {
    return underWay.computeIfAbsent(
        form, wanted -> CompletableFuture.supplyAsync(() -> write(wanted), thread));
  }

  private Bytes write(Form form) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(lastLength);
    try {
      if (form.gzip()) {
        try (Fast zipped = new Fast(out)) {
          source.scrape(form.contentType(), zipped);
        }
      } else {
        source.scrape(form.contentType(), out);
        lastLength = out.size();
      }
      return Bytes.of(out.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      over(form);
    }
  }

  /** Who asks from now on is given what is so from now on. */
  private synchronized void over(Form form) {
    underWay.remove(form);
  }

  /** Finishes what is being written, and takes no more. */
  void stop() {
    thread.shutdown();
  }

  /** The least effort: what is written is so alike that it shrinks to a twentieth even so. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
