package io.ballast.http;

import java.io.IOException;
import java.io.OutputStream;

/** Port: what {@code /metrics} shows. */
public interface MetricsSource {
  /**
   * The format that suits a caller, as the content type of the response. There are few of them:
   * what is written is shared by all who ask at the same time and get the same type.
   *
   * @param accept the header {@code Accept} of the request; empty if it has none
   */
  String contentType(String accept);

  /**
   * Writes all metrics as they are now. Called on a thread that serves nothing else, by one caller
   * at a time.
   *
   * @param contentType the format, one that {@link #contentType} has given
   * @param out never fails; need not be closed
   */
  void scrape(String contentType, OutputStream out) throws IOException;
}
