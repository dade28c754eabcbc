package io.ballast.loadtest.set;

import io.ballast.loadtest.report.JsonLine;
import io.ballast.sim.Habits;
import io.ballast.sim.SimulatedSets;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Simulated sets at work, on one event loop of their own. Its methods may be called from any
 * thread.
 */
public final class SetsRun implements AutoCloseable {
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final SetTally tally;
  private final SimulatedSets sets;

  private SetsRun(
      List<SimulatedSets.Member> members, InetSocketAddress to, Habits habits, long seed) {
    tally = new SetTally(members.size(), System::nanoTime);
    sets = new SimulatedSets(members, to, loop, habits, tally, new SplittableRandom(seed));
  }

  /**
   * Starts sets.
   *
   * @param to where they connect
   * @param seed of all that is random in what they do
   */
  public static SetsRun start(
      List<SimulatedSets.Member> members, InetSocketAddress to, Habits habits, long seed) {
    return new SetsRun(members, to, habits, seed);
  }

  /** How the sets stand. */
  public SetProgress progress() {
    return onLoop(tally::progress);
  }

  /** The sets ask nothing new from now on; what was asked they still wait for. */
  public void fallSilent() {
    sets.fallSilent();
  }

  /** Says that a node is down, or up again: what its sets do then is not the balancing's doing. */
  public void nodeIsDown(String node, boolean isDown) {
    onLoop(
        () -> {
          tally.nodeIsDown(node, isDown);
          return node;
        });
  }

  /** From now on, how connections end and who goes where is counted anew. */
  public void mark() {
    onLoop(
        () -> {
          tally.mark();
          return true;
        });
  }

  /** How many requests are still to be answered. */
  public long outstanding() {
    return onLoop(tally::outstanding);
  }

  /** How many answers were lost, doubled, reordered or other than they must be. */
  public long wrong() {
    return onLoop(tally::wrong);
  }

  /** All that was measured. */
  public List<JsonLine> report() {
    return onLoop(tally::report);
  }

  private <T> T onLoop(Callable<T> question) {
    return loop.submit(question).syncUninterruptibly().getNow();
  }

  @Override
  public void close() {
    sets.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
