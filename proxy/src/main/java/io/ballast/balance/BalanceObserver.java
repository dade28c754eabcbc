package io.ballast.balance;

import io.ballast.session.Session;
import java.util.List;

/** Is told of what balancing does, on the control thread; must not block. */
public interface BalanceObserver {
  /** Tells nobody. */
  BalanceObserver NONE = new BalanceObserver() {};

  /**
   * A session is asked to leave its node.
   *
   * @param pingPong whether a voluntary rule moves the set back to where one took it from less than
   *     an hour ago
   */
  default void moving(Session session, String from, String to, Rule rule, boolean pingPong) {}

  /** A move has come to its end. */
  default void moved(String from, String to, Rule rule, Outcome outcome) {}

  /** Moves are slowed to a tenth since moved sets do not come back, or are no longer. */
  default void braking(boolean on) {}

  /** The deadline of a drain has passed, with these sessions still on the node. */
  default void deadlinePassed(String node, List<StuckSession> left) {}

  /** A tick has planned its moves. */
  default void ticked(int moves, long tookNanos) {}
}
