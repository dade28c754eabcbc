package io.ballast.sim;

/** How a set's connection, or its attempt at one, ended. */
public enum Ending {
  /** There was no connection: refused or timed out. */
  REFUSED,

  /** The other end finished, in good order. */
  CLOSED,

  /** The other end reset it. */
  RESET,

  /** The set itself gave up, having waited too long for an answer. */
  UNANSWERED,

  /** The set itself closed it, because all sets stop. */
  STOPPED
}
