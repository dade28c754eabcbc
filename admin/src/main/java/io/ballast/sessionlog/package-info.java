/**
 * The session log: a line for each session at its end, and for each connection that never became
 * one. It listens to what the engine tells its observers, and writes on a thread of its own.
 */
package io.ballast.sessionlog;
