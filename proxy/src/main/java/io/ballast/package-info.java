/**
 * The engine's composition: it starts, drains and stops what the other packages hold, and runs the
 * control loop (change, snapshot, rings, publish, tick).
 */
package io.ballast;
