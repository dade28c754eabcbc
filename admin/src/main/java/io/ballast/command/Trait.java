package io.ballast.command;

/** What the language has to know of a command before it runs it. */
public enum Trait {
  /** Works on one cluster: the one that {@code USE} selected, or the only one. */
  NEEDS_CLUSTER,
  /** Changes something, so that who did it is written to the log. */
  CHANGES,
  /**
   * Changes the set that its first argument names, and nothing else: such commands about different
   * sets may be carried out side by side.
   */
  OF_ONE_SET,
  /** May be given before {@code AUTH}. */
  BEFORE_AUTH
}
