/**
 * Embedded backends and simulated sets: something for a proxy to stand between, in the
 * demonstration and under load tests. They speak lines of text over real sockets and know nothing
 * of the proxy.
 */
package io.ballast.sim;
