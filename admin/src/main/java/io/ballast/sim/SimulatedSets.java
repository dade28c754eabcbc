package io.ballast.sim;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sets that stay connected: each greets with {@code HELLO id}, sends a numbered line every few
 * seconds, and connects again after a short, random pause when its connection ends.
 */
public final class SimulatedSets implements AutoCloseable {
  private final List<SimulatedSet> sets = new ArrayList<>();

  /**
   * How sets behave.
   *
   * @param message the time from one line to the next, on average
   * @param reconnect the median of the pause before a set connects again
   */
  public record Habits(Duration message, Duration reconnect) {
    /** A line every two seconds, back after one. */
    public static final Habits CALM = new Habits(Duration.ofSeconds(2), Duration.ofSeconds(1));
  }

  /**
   * Starts sets.
   *
   * @param ids the sets' identities
   * @param proxy where they connect
   * @param loops their connections run on these, which stay the caller's
   * @param random when each starts, sends and comes back
   */
  public SimulatedSets(
      List<String> ids,
      InetSocketAddress proxy,
      EventLoopGroup loops,
      Habits habits,
      SplittableRandom random) {
    Bootstrap bootstrap =
        new Bootstrap()
            .channel(NioSocketChannel.class)
            .remoteAddress(proxy)
            .option(ChannelOption.TCP_NODELAY, true);
    for (String id : ids) {
      Bootstrap own = bootstrap.clone(loops.next());
      sets.add(new SimulatedSet(id, own, habits, random.split()));
    }
    sets.forEach(SimulatedSet::start);
  }

  /** How many sets are connected now. */
  public long connected() {
    return sets.stream().filter(SimulatedSet::connected).count();
  }

  /** How many lines were answered. */
  public long answered() {
    return sets.stream().mapToLong(SimulatedSet::answered).sum();
  }

  @Override
  public void close() {
    sets.forEach(SimulatedSet::close);
  }
}
