package io.ballast.relay;

import io.netty.channel.epoll.Epoll;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * TCP's congestion control of the legs on one side: how fast the system sends what it has been
 * given. {@code auto} is what the system has set, but for legs between two loopback addresses if
 * that paces: there is no path to find out about, and each connection would have a timer for
 * nothing. They have {@code cubic} then, or {@code reno} if there is no {@code cubic}.
 *
 * @param word {@code auto}, or the name of one of the system's algorithms
 */
public record CongestionControl(String word) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,15}");
  private static final String AUTO_WORD = "auto";

  /** What the system has set, but nothing that paces between loopback addresses. */
  public static final CongestionControl AUTO = new CongestionControl(AUTO_WORD);

  /**
   * @throws IllegalArgumentException if no algorithm can have that name
   */
  public CongestionControl {
    if (!NAME.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "congestion-control = \""
              + word
              + "\": an algorithm's name is 1 to 15 of a-z, 0-9, _ and -, such as cubic; auto leaves"
              + " it to the system");
    }
  }

  boolean isAuto() {
    return word.equals(AUTO_WORD);
  }

  /**
   * Asks the system whether an algorithm that is named can be had, by a socket that is made for
   * that.
   *
   * @param loops those that the connections are to be on
   * @throws IllegalArgumentException if it cannot: {@code congestion-control = value: rule and
   *     remedy}
   */
  public void check(LoopSettings loops) {
    if (!isAuto()) {
      refusal(loops.transport())
          .ifPresent(
              rule -> {
                throw new IllegalArgumentException("congestion-control = " + word + ": " + rule);
              });
    }
  }

  private Optional<String> refusal(LoopSettings.TransportChoice transport) {
    if (transport == LoopSettings.TransportChoice.NIO) {
      return Optional.of(
          "the transport nio cannot set it; choose auto here, or another loops.transport");
    }
    if (!Epoll.isAvailable()) {
      return Optional.of("it takes epoll, which this system does not have; choose auto");
    }
    return CongestionAlgorithms.refusal(word);
  }

  @Override
  public String toString() {
    return word;
  }
}
