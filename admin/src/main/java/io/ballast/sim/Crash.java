package io.ballast.sim;

/** How a backend goes down. */
public enum Crash {
  /** As a process that dies: its connections are reset, new ones refused. */
  RESET,

  /** As a host that no packet reaches: nothing is answered, and a new connection times out. */
  HANG
}
