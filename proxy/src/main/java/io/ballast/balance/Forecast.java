package io.ballast.balance;

import java.time.Duration;
import java.util.List;

/**
 * What a change would move.
 *
 * @param flows how many sessions would move, by where from and where to
 * @param sessions how many in all
 * @param duration until the last of them has begun to move
 * @param complete false if there was more to move than a dry run looks at
 */
public record Forecast(List<Flow> flows, int sessions, Duration duration, boolean complete) {
  /** Copies the list. */
  public Forecast {
    flows = List.copyOf(flows);
  }

  /**
   * Sessions that would move from one node to another.
   *
   * @param from the node they are on
   * @param to the node they would go to
   * @param sessions how many
   */
  public record Flow(String from, String to, int sessions) {}
}
