package io.ballast.loadtest.compare;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What is compared, and for how long.
 *
 * @param threads the numbers of threads that each peer is measured with, in turn
 * @param loadThreads how many threads the load has, and the backend; empty for as many as the peer
 *     and, in the backend, as the peer that has the most
 * @param discarded how often each workload goes through each peer before it counts, 0 or more: a
 *     virtual machine compiles what it runs often
 * @param pairs how often it then counts, 1 or more
 * @param warmUp of each run
 * @param measured the part of each run that counts
 * @param idleSessions how many sessions do nothing in the workload of that name
 * @param systemCalls whether system calls are counted, and not processor time
 * @param backend the command that starts the backend, with as many threads as the argument after it
 *     says; a line {@code raw HOST:PORT HOST:PORT ...} tells where it listens
 */
public record Plan(
    List<Workload> workloads,
    List<Peer> peers,
    List<Integer> threads,
    OptionalInt loadThreads,
    int discarded,
    int pairs,
    Duration warmUp,
    Duration measured,
    int idleSessions,
    boolean systemCalls,
    List<String> backend) {
  /** Keeps the lists as they are now. */
  public Plan {
    workloads = List.copyOf(workloads);
    peers = List.copyOf(peers);
    threads = List.copyOf(threads);
    backend = List.copyOf(backend);
  }

  /** Each peer with each number of threads. */
  List<Contender> contenders() {
    return threads.stream()
        .flatMap(count -> peers.stream().map(peer -> new Contender(peer, count)))
        .toList();
  }

  /** The peer to which the others are compared. */
  Peer reference() {
    boolean builds = !peers.contains(Peer.HAPROXY) && peers.contains(Peer.BALLAST_BEFORE);
    return builds ? Peer.BALLAST_BEFORE : Peer.HAPROXY;
  }

  /** How many threads make the load of a peer with so many. */
  int loadThreads(int ofPeer) {
    return loadThreads.orElse(ofPeer);
  }

  int backendThreads() {
    return loadThreads.orElse(threads.stream().mapToInt(Integer::intValue).max().orElse(1));
  }
}
