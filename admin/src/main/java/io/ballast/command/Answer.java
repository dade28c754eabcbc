package io.ballast.command;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What a channel does with the outcome of a command: write one reply, or more, now or later. */
public sealed interface Answer permits Reply, Answer.Delayed, Answer.Last, Answer.Repeating {

  /**
   * A reply that is held back, without keeping a thread.
   *
   * @param reply what to write
   * @param delay how long to wait first; later commands of the connection wait behind it
   */
  record Delayed(Reply reply, Duration delay) implements Answer {
    /** Checks the parts. */
    public Delayed {
      Objects.requireNonNull(reply, "reply");
      if (delay.isNegative()) {
        throw new IllegalArgumentException("delay = " + delay + ": a delay is 0 or more");
      }
    }
  }

  /**
   * The reply after which the channel closes the connection.
   *
   * @param reply what to write
   */
  record Last(Reply reply) implements Answer {
    /** Checks the part. */
    public Last {
      Objects.requireNonNull(reply, "reply");
    }
  }

  /**
   * Replies again and again until the caller sends a line or ends its input.
   *
   * @param period from the end of one reply to the beginning of the next
   * @param replies gives the next reply, the first one at once
   */
  record Repeating(Duration period, Supplier<CompletionStage<Reply>> replies) implements Answer {
    /** Checks the parts. */
    public Repeating {
      Objects.requireNonNull(replies, "replies");
      if (period.isNegative() || period.isZero()) {
        throw new IllegalArgumentException("period = " + period + ": a period is more than 0");
      }
    }
  }
}
