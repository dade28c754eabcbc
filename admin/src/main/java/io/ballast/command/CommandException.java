package io.ballast.command;

import java.util.Objects;

/**
 * A command that is answered {@code ERR}. Thrown before anything is changed; its message says what
 * is wrong, the rule, and the remedy.
 */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;

  /** An error with the given code and message. */
  public CommandException(Code code, String message) {
    super(Objects.requireNonNull(message, "message"));
    this.code = Objects.requireNonNull(code, "code");
  }

  /** The word after {@code ERR}. */
  public Code code() {
    return code;
  }
}
