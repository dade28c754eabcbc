package io.ballast.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A process that does not end, and remembers how it was asked to. */
final class RecordingProcess implements ServingProcess {
  final List<Duration> shutdowns = new ArrayList<>();
  final List<String> reloads = new ArrayList<>();
  List<String> configuration = List.of();
  ReloadReport report = ReloadReport.done(List.of(), "0 changes");

  @Override
  public Iterable<String> configuration() {
    return configuration;
  }

  @Override
  public Duration defaultGrace() {
    return Duration.ofSeconds(30);
  }

  @Override
  public CompletionStage<ReloadReport> reload(String by) {
    reloads.add(by);
    return CompletableFuture.completedStage(report);
  }

  @Override
  public CompletionStage<ReloadReport> planReload(Optional<String> candidate) {
    reloads.add("plan " + candidate.orElse("of the file"));
    return CompletableFuture.completedStage(report);
  }

  @Override
  public void shutdown(Duration grace) {
    shutdowns.add(grace);
  }
}
