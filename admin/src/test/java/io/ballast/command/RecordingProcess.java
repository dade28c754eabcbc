package io.ballast.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process that does not end, and remembers how it was asked to. */
final class RecordingProcess implements ServingProcess {
  final List<Duration> shutdowns = new ArrayList<>();
  List<String> configuration = List.of();

  @Override
  public Iterable<String> configuration() {
    return configuration;
  }

  @Override
  public Duration defaultGrace() {
    return Duration.ofSeconds(30);
  }

  @Override
  public void shutdown(Duration grace) {
    shutdowns.add(grace);
  }
}
