package io.ballast.command;

/** What the language has to know of a command before it runs it. */
public enum Trait {
  /** Works on one cluster: the one that {@code USE} selected, or the only one. */
  NEEDS_CLUSTER,
  /** Changes something, so that who did it is written to the log. */
  CHANGES,
  /** May be given before {@code AUTH}. */
  BEFORE_AUTH
}
