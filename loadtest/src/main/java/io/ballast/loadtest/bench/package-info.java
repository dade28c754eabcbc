/**
 * Benchmarks of the parts whose speed is promised, a class each, run by {@code bench} of the load
 * test's command line.
 */
package io.ballast.loadtest.bench;
