package io.ballast.command;

import java.util.Objects;

/** The line that ends a reply. */
public sealed interface Ending {
  /** The line as it is written, without its line end; printable ASCII. */
  String line();

  /**
   * The command was carried out.
   *
   * @param summary one sentence for the operator, or empty
   */
  record Ok(String summary) implements Ending {
    /** Makes the summary fit for one line. */
    public Ok {
      summary = Quoting.sentence(summary);
    }

    @Override
    public String line() {
      return summary.isEmpty() ? "OK" : "OK " + summary;
    }
  }

  /**
   * The command changed nothing.
   *
   * @param code the kind of error, for scripts
   * @param message what is wrong, the rule and the remedy, for people
   */
  record Err(Code code, String message) implements Ending {
    /** Makes the message fit for one line. */
    public Err {
      Objects.requireNonNull(code, "code");
      message = Quoting.sentence(message);
    }

    @Override
    public String line() {
      return "ERR " + code.word() + " " + message;
    }
  }
}
