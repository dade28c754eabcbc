package io.ballast.relay;

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
    /** Native epoll where it is there, NIO elsewhere. */
    AUTO,
    /** NIO, which is everywhere. */
    NIO
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
