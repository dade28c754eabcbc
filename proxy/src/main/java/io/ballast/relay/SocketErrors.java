package io.ballast.relay;

import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the system meant by an exception. Netty's native transports name the error's number in the
 * message, which unlike its text is the same in every language.
 */
final class SocketErrors {
  private static final Pattern NUMBER = Pattern.compile("error\\(-(\\d+)\\)");
  private static final Pattern BEFORE_THE_WORDS =
      Pattern.compile("^.*(error\\(-\\d+\\)|\\(\\) failed): ");
  private static final int UNKNOWN = 0;
  private static final int EPERM = 1;
  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;
  private static final int EINVAL = 22;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;
  private static final int ENOSYS = 38;
  private static final int EOPNOTSUPP = 95;
  private static final int EADDRINUSE = 98;
  private static final int EADDRNOTAVAIL = 99;
  private static final int ECONNRESET = 104;
  private static final int ENOBUFS = 105;
  private static final int ETIMEDOUT = 110;
  private static final int ECONNREFUSED = 111;

  private SocketErrors() {}

  /** What became of an attempt to connect that ended with this. */
  static ConnectOutcome connectOutcome(Throwable cause) {
    return switch (number(cause)) {
      case ECONNREFUSED, ECONNRESET -> ConnectOutcome.REFUSED;
      case ETIMEDOUT -> ConnectOutcome.TIMED_OUT;
      case EAGAIN, EADDRINUSE, EADDRNOTAVAIL -> ConnectOutcome.NO_LOCAL_PORT;
      case EMFILE, ENFILE, ENOMEM, ENOBUFS -> ConnectOutcome.NO_DESCRIPTOR;
      case UNKNOWN -> byType(cause);
      default -> ConnectOutcome.UNREACHABLE;
    };
  }

  private static ConnectOutcome byType(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof BindException) {
        return ConnectOutcome.NO_LOCAL_PORT;
      }
    }
    if (timedOut(cause)) {
      return ConnectOutcome.TIMED_OUT;
    }
    return cause instanceof ConnectException ? ConnectOutcome.REFUSED : ConnectOutcome.UNREACHABLE;
  }

  /** Whether a leg broke because the peer's host no longer answers. */
  static boolean timedOut(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof SocketTimeoutException
          || number(t) == ETIMEDOUT
          || (t instanceof IOException && String.valueOf(t.getMessage()).contains("timed out"))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a socket could not be made because the process or the system has no descriptor left.
   */
  static boolean noDescriptor(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      int number = number(t);
      if (number == EMFILE
          || number == ENFILE
          || String.valueOf(t.getMessage()).contains("Too many open files")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the system does not do what it was asked for, or not for this process. */
  static boolean notAllowed(IOException cause) {
    return switch (number(cause)) {
      case EPERM, EINVAL, ENOSYS, EOPNOTSUPP -> true;
      default -> false;
    };
  }

  /** The system's own words for what went wrong, without the number and the call. */
  static String words(Throwable cause) {
    return BEFORE_THE_WORDS.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
  }

  /** What an exception says, in a line: the message at the root of it. */
  static String text(Throwable failure) {
    if (failure instanceof NotSslRecordException) {
      return "what came is no TLS"; // Its own text has the bytes.
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private static int number(Throwable cause) {
    String message = cause.getMessage();
    Matcher matcher = NUMBER.matcher(message == null ? "" : message);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : UNKNOWN;
  }
}
