package io.ballast.loadtest.scenario;

import io.ballast.sim.Crash;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/** Where a scenario happens: it acts, and time passes. Confined to one thread. */
interface Stage {
  /** Gives the proxy a command over telnet. */
  void command(String line) throws IOException;

  /** Takes a node down. */
  void crash(String node, Crash how) throws IOException;

  /** Brings a node back. */
  void revive(String node) throws IOException;

  /** Lets time pass, with a sample each second. */
  void pass(Duration time) throws IOException;

  /**
   * Lets time pass until something is so, by a sample.
   *
   * @param limit the longest to wait
   * @return the seconds that it took; more than the limit when it never was
   */
  double until(Predicate<Sample> goal, Duration limit) throws IOException;

  /** The latest sample. */
  Sample now();

  /** Writes down something that must hold and was seen on the way. */
  void must(MustHold seen);
}
