package io.ballast.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.util.CachingDateFormatter;
import java.nio.charset.Charset;
import java.util.List;

/**
 * One line an event: time, level, logger without its package, message; and for an exception what it
 * is and where it came from. Thread-safe: Logback calls it from many at once.
 */
final class LineEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};
  private static final int LEVEL_WIDTH = 5;

  private final CachingDateFormatter time =
      new CachingDateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
  private final Charset charset = Charset.defaultCharset();
  // Made when it is first needed, which is seldom; guarded by this.
  private ThrowableProxyConverter throwables;

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String level = event.getLevel().toString();
    String logger = event.getLoggerName();
    StringBuilder line = new StringBuilder(128);
    line.append(time.format(event.getTimeStamp())).append(' ');
    line.append(level).append(" ".repeat(Math.max(0, LEVEL_WIDTH - level.length()))).append(' ');
    line.append(logger, logger.lastIndexOf('.') + 1, logger.length()).append(' ');
    line.append(event.getFormattedMessage()).append(System.lineSeparator());
    if (event.getThrowableProxy() != null) {
      line.append(throwable(event));
    }
    return line.toString().getBytes(charset);
  }

  private synchronized String throwable(ILoggingEvent event) {
    if (throwables == null) {
      throwables = new ThrowableProxyConverter();
      throwables.setOptionList(List.of("short"));
      throwables.start();
    }
    return throwables.convert(event);
  }
}
