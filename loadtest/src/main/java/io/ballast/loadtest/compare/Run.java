package io.ballast.loadtest.compare;

import java.util.List;

/**
 * What one run of a workload through a peer gave.
 *
 * @param figures those that the workload names, in its order; 0 where there is none
 * @param busyProxy how many processors the peer kept busy, on average; 0 where that is not measured
 * @param busyLoad the same of the load generator and the backend together
 * @param wrong how often something was not as it must be
 */
record Run(List<Double> figures, double busyProxy, double busyLoad, long wrong) {
  Run {
    figures = List.copyOf(figures);
  }

  double figure(int index) {
    return figures.get(index);
  }
}
