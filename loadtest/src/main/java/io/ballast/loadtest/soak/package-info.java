/**
 * A soak: the proxy under sets, churn, moves and faults at once for as long as is wanted, and what
 * it holds of memory, descriptors and sessions all the while.
 */
package io.ballast.loadtest.soak;
