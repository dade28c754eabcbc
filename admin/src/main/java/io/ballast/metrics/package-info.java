/**
 * What the process tells a monitoring system: it listens to what the engine and the store tell
 * their observers, counts that, and writes all of it, with what it reads of the running proxy at
 * that time, in the Prometheus text format. A label never has a set or a session for a value, so
 * that there are only as many series as there are nodes, listeners and reasons.
 */
package io.ballast.metrics;
