package io.ballast.loadtest.soak;

/** What may be wrong with a node. */
enum Trouble {
  /** Its process was killed, as by {@code kill -9}: its port refuses. */
  KILLED,

  /** Its process is stopped: the system accepts for it, and nothing is answered. */
  STOPPED,

  /** It has reset all its connections, and refuses new ones. */
  RESET,

  /** Nothing is answered, and its queue of connections is full: a connect to it hangs. */
  HANGING
}
