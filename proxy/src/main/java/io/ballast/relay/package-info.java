/**
 * The way of the bytes: accept, identify, place, connect, relay, close. The rules of a session are
 * in a state machine, which knows no channel; a transport carries its bytes under it, both legs on
 * one event loop.
 */
package io.ballast.relay;
