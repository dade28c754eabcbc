package io.ballast.loadtest.compare;

/**
 * A peer with a number of threads.
 *
 * @param threads that it has for the traffic, 1 or more
 */
record Contender(Peer peer, int threads) {
  /** The same peer with one thread. */
  Contender withOneThread() {
    return new Contender(peer, 1);
  }

  /** Another peer with as many threads. */
  Contender of(Peer other) {
    return new Contender(other, threads);
  }

  @Override
  public String toString() {
    return threads == 1 ? peer.toString() : peer + "-x" + threads;
  }
}
