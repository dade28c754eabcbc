package io.ballast.loadtest.compare;

/**
 * What one run of a workload through a peer gave.
 *
 * @param figure less is better; 0 for what a load costs directly
 * @param second the figure beside it
 * @param own the processor time of the load generator and the backend, for the same unit of work; 0
 *     where that is not what is compared
 * @param wrong how often something was not as it must be
 */
record Run(double figure, double second, double own, long wrong) {}
