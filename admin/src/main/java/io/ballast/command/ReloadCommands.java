package io.ballast.command;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The commands that read a configuration while the process runs. */
final class ReloadCommands {
  private final ServingProcess process;

  ReloadCommands(ServingProcess process) {
    this.process = process;
  }

  List<Command> commands() {
    return List.of(
        Command.of(
            Usage.of(
                "RELOAD",
                "",
                "reads the configuration file again and applies what differs; no session that"
                    + " need not move is ended",
                Trait.CHANGES),
            this::reload),
        Command.of(
            Usage.of(
                "PLAN RELOAD",
                "[CANDIDATE]",
                "what RELOAD would do, and what would move; CANDIDATE: with the configuration"
                    + " sent by CANDIDATE in place of the file"),
            this::plan),
        Command.immediate(
            Usage.of(
                "CANDIDATE",
                "base64|CLEAR",
                "sends a part of a configuration for PLAN RELOAD CANDIDATE, which is kept for this"
                    + " connection alone"),
            this::candidate));
  }

  private CompletionStage<Reply> reload(Request request) {
    request.arguments().end();
    return process.reload(request.caller().peer()).thenApply(ReloadReport::reply);
  }

  private CompletionStage<Reply> plan(Request request) {
    boolean candidate = request.arguments().accept("CANDIDATE");
    request.arguments().end();
    Optional<String> text =
        candidate ? Optional.of(request.caller().candidate().text()) : Optional.empty();
    return process.planReload(text).thenApply(ReloadReport::reply);
  }

  private Reply candidate(Request request) {
    Candidate candidate = request.caller().candidate();
    if (request.arguments().accept("CLEAR")) {
      request.arguments().end();
      candidate.clear();
      return Reply.ok();
    }
    byte[] part = request.arguments().read("base64", ReloadCommands::decoded);
    request.arguments().end();
    candidate.add(part);
    return Reply.ok(candidate.size() + " bytes so far");
  }

  private static byte[] decoded(Word word) {
    try {
      return Base64.getDecoder().decode(word.text());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a part of a configuration is written in base64", e);
    }
  }
}
