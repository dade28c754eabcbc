/**
 * The command line: what runs, answers or checks, and the composition of a process from the engine,
 * the store and the admin channels.
 */
package io.ballast;
