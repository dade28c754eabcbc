package io.ballast.balance;

import io.ballast.cluster.Origin;
import io.ballast.placement.PlacementSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What is simulated.
 *
 * @param balance how the cluster is balanced
 * @param placement how sessions are placed
 * @param lifetimes how long sets stay
 * @param meanSeconds how long on average
 * @param arrivalsPerSecond how many sets arrive
 * @param neverBack the part of the sets that do not come back
 * @param lingering the part of the moved sessions that stay for 5 s after their client has left
 * @param siblings the part of the arrivals that are one more session of a set that has come before
 * @param prefixes of the sets' names, of which one is taken at random
 */
record SimulationSettings(
    BalanceSettings balance,
    PlacementSettings placement,
    Lifetimes lifetimes,
    double meanSeconds,
    double arrivalsPerSecond,
    double neverBack,
    double lingering,
    double siblings,
    List<String> prefixes) {
  private static final InetSocketAddress SOURCE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1000);

  /** That many live sessions with a lifetime of 1 h. */
  static SimulationSettings live(int sessions, Lifetimes lifetimes) {
    return new SimulationSettings(
        BalanceSettings.DEFAULT,
        PlacementSettings.DEFAULT,
        lifetimes,
        3600,
        lifetimes == Lifetimes.FOR_EVER ? 0 : sessions / 3600.0,
        0.01,
        0,
        0,
        List.of(""));
  }

  static SimulationSettings live(int sessions) {
    return live(sessions, Lifetimes.EXPONENTIAL);
  }

  SimulationSettings with(BalanceSettings other) {
    return new SimulationSettings(
        other,
        placement,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        neverBack,
        lingering,
        siblings,
        prefixes);
  }

  SimulationSettings with(PlacementSettings other) {
    return new SimulationSettings(
        balance,
        other,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        neverBack,
        lingering,
        siblings,
        prefixes);
  }

  SimulationSettings neverBack(double part) {
    return new SimulationSettings(
        balance,
        placement,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        part,
        lingering,
        siblings,
        prefixes);
  }

  SimulationSettings lingering(double part) {
    return new SimulationSettings(
        balance,
        placement,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        neverBack,
        part,
        siblings,
        prefixes);
  }

  SimulationSettings siblings(double part) {
    return new SimulationSettings(
        balance,
        placement,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        neverBack,
        lingering,
        part,
        prefixes);
  }

  SimulationSettings prefixes(List<String> names) {
    return new SimulationSettings(
        balance,
        placement,
        lifetimes,
        meanSeconds,
        arrivalsPerSecond,
        neverBack,
        lingering,
        siblings,
        names);
  }

  /** The time to the next arrival, in seconds. */
  double nextArrival(SplittableRandom random) {
    return Lifetimes.EXPONENTIAL.draw(1 / arrivalsPerSecond, random);
  }

  String prefix(SplittableRandom random) {
    return prefixes.get(random.nextInt(prefixes.size()));
  }

  Origin origin() {
    return new Origin("sets", SOURCE);
  }
}
