/**
 * Measuring Ballast from outside and inside: the command line of the load tests and the benchmarks.
 * It may use all of the product; nothing of the product uses it.
 */
package io.ballast.loadtest;
