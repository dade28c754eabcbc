package io.ballast.command;

/** Why a command was not carried out: the word after {@code ERR}, meant for scripts. */
public enum Code {
  /** The line or its arguments break a rule of the command. */
  USAGE("usage"),
  /** There is no such command. */
  UNKNOWN("unknown"),
  /** A node, zone, set, session or cluster that the command names does not exist. */
  NOT_FOUND("not-found"),
  /** The command contradicts something that is already so. */
  CONFLICT("conflict"),
  /** The command would do harm, or a limit is reached. */
  REFUSED("refused"),
  /** The caller has not authenticated, or the secret is wrong. */
  DENIED("denied"),
  /** The command was right, and carrying it out did not succeed. */
  FAILED("failed");

  private final String word;

  Code(String word) {
    this.word = word;
  }

  /** The code as it is written in a reply, for example {@code not-found}. */
  public String word() {
    return word;
  }
}
