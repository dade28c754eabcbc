/**
 * What simulated sets under a load test live through: answers, gaps, moves and how many connect at
 * a time.
 */
package io.ballast.loadtest.set;
