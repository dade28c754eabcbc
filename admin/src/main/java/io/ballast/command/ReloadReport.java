package io.ballast.command;

import java.util.List;
import java.util.Optional;

/**
 * What a reload did, or would do.
 *
 * @param lines one for each change, value that gave way, setting that needs a restart, or problem;
 *     any text, which is escaped when it is shown
 * @param refusal why nothing was changed, if it was not
 * @param summary of what was done, if it was
 */
public record ReloadReport(List<String> lines, Optional<CommandException> refusal, String summary) {
  /** Copies the lines. */
  public ReloadReport {
    lines = List.copyOf(lines);
  }

  /** Something was done, or would be. */
  public static ReloadReport done(List<String> lines, String summary) {
    return new ReloadReport(lines, Optional.empty(), summary);
  }

  /** Nothing was changed. */
  public static ReloadReport refused(List<String> lines, Code code, String message) {
    return new ReloadReport(lines, Optional.of(new CommandException(code, message)), "");
  }

  /** As a reply. */
  Reply reply() {
    Ending ending =
        refusal
            .<Ending>map(error -> new Ending.Err(error.code(), error.getMessage()))
            .orElseGet(() -> new Ending.Ok(summary));
    return new Reply(lines.stream().map(ProcessCommands::harmless).iterator(), ending);
  }
}
