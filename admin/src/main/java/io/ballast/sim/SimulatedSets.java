package io.ballast.sim;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sets that stay connected: each greets with {@code HELLO id}, sends a numbered line every few
 * seconds, checks the answers, and connects again after a short, random pause when its connection
 * ends.
 */
public final class SimulatedSets implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_MILLIS = 5000;

  private final List<SimulatedSet> sets = new ArrayList<>();
  private final AtomicLong connected = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();

  /**
   * A set to simulate.
   *
   * @param id its identity
   * @param from the local address that it connects from; port 0 for any free one
   */
  public record Member(String id, InetSocketAddress from) {
    /** A set that connects from whatever address the system chooses. */
    public static Member anywhere(String id) {
      return new Member(id, new InetSocketAddress(0));
    }
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
    this(
        ids.stream().map(Member::anywhere).toList(),
        proxy,
        loops,
        habits,
        new SetObserver() {},
        random);
  }

  /**
   * Starts sets that are observed.
   *
   * @param proxy where they connect
   * @param loops their connections run on these, which stay the caller's
   * @param observer is called on the loops; with a single loop, by one thread
   * @param random when each starts, sends and comes back
   */
  public SimulatedSets(
      List<Member> members,
      InetSocketAddress proxy,
      EventLoopGroup loops,
      Habits habits,
      SetObserver observer,
      SplittableRandom random) {
    Bootstrap bootstrap =
        new Bootstrap()
            .channel(NioSocketChannel.class)
            .remoteAddress(proxy)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .option(ChannelOption.TCP_NODELAY, true);
    SetObserver counting = new Counting(observer, members.size());
    for (Member member : members) {
      Bootstrap own = bootstrap.clone(loops.next()).localAddress(member.from());
      sets.add(new SimulatedSet(sets.size(), member.id(), own, habits, counting, random.split()));
    }
    sets.forEach(SimulatedSet::start);
  }

  /** How many sets are connected now, and were greeted. */
  public long connected() {
    return connected.get();
  }

  /** How many lines were answered. */
  public long answered() {
    return answered.get();
  }

  /** The sets ask nothing new from now on; what was asked they still wait for. */
  public void fallSilent() {
    sets.forEach(SimulatedSet::fallSilent);
  }

  /** Ends every set. All have ended when it returns, unless their loops are shut down. */
  @Override
  public void close() {
    List<Future<?>> endings = new ArrayList<>();
    sets.forEach(set -> endings.add(set.close()));
    endings.forEach(Future::awaitUninterruptibly);
  }

  /** Counts, and passes on. */
  private final class Counting implements SetObserver {
    private final SetObserver next;
    private final boolean[] greeted;

    Counting(SetObserver next, int sets) {
      this.next = next;
      this.greeted = new boolean[sets];
    }

    @Override
    public void connecting(int set) {
      next.connecting(set);
    }

    @Override
    public void asked(int set, boolean again) {
      next.asked(set, again);
    }

    @Override
    public void heard(int set, String node, Reply reply) {
      answered.incrementAndGet();
      if (!greeted[set]) {
        greeted[set] = true;
        connected.incrementAndGet();
      }
      next.heard(set, node, reply);
    }

    @Override
    public void ended(int set, Ending ending, int unanswered, int lost) {
      if (greeted[set]) {
        greeted[set] = false;
        connected.decrementAndGet();
      }
      next.ended(set, ending, unanswered, lost);
    }

    @Override
    public void left(int set, int unanswered) {
      next.left(set, unanswered);
    }
  }
}
