package io.ballast.telnet;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A running text channel on a free loopback port, with a language to try it. */
final class TelnetFixture implements AutoCloseable {
  final TestLanguage language = new TestLanguage();
  final TelnetServer server;

  private TelnetFixture(TelnetSettings settings) throws IOException {
    server = TelnetServer.start(settings, language.language(settings.secret()));
  }

  static TelnetFixture open() throws IOException {
    return new TelnetFixture(settings(Optional.empty(), Duration.ofMinutes(1), 64));
  }

  static TelnetFixture with(Optional<Secret> secret, Duration idle, int maxConnections)
      throws IOException {
    return new TelnetFixture(settings(secret, idle, maxConnections));
  }

  static TelnetSettings settings(Optional<Secret> secret, Duration idle, int maxConnections) {
    return new TelnetSettings(new HostPort("127.0.0.1", 0), secret, idle, maxConnections);
  }

  TextClient connect() throws IOException {
    return TextClient.connect(server.address());
  }

  @Override
  public void close() {
    server.stop().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
