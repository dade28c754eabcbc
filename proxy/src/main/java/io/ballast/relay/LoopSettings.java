package io.ballast.relay;

import java.util.Locale;

/**
 * The event loops that carry sessions.
 *
 * @param threads how many, 1 to 1,024; 0 for one a processor
 * @param transport how they talk to the system
 */
public record LoopSettings(int threads, TransportChoice transport) {
  private static final int MAX_THREADS = 1024;

  /** A loop for each processor, with the best transport there is. */
  public static final LoopSettings DEFAULT = new LoopSettings(0, TransportChoice.AUTO);

  /** How event loops talk to the system. */
  public enum TransportChoice {
    /** The best there is: {@link #EPOLL} on Linux, {@link #NIO} elsewhere. */
    AUTO,
    /** Linux: bare sockets without a channel for each leg, where no leg of a session needs one. */
    EPOLL,
    /** Linux: a channel for each leg, always. */
    EPOLL_CHANNEL,
    /** A channel of the Java library for each leg, which is everywhere. */
    NIO;

    /** The word that people write, such as {@code epoll-channel}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * @throws IllegalArgumentException if {@code threads} is out of its range
   */
  public LoopSettings {
    if (threads < 0 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads = " + threads + ": event loops are 1 to 1024, or 0 for one a processor");
    }
  }

  int count() {
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
