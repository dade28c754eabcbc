package io.ballast.telnet;

import io.ballast.cluster.HostPort;
import io.ballast.command.Secret;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A running text channel on a free loopback port, with a language to try it. */
final class TelnetFixture implements AutoCloseable {
  final TestLanguage language = new TestLanguage();
  final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  final TelnetServer server;

  private TelnetFixture(TelnetSettings settings) throws IOException {
    server = TelnetServer.start(settings, language.language(settings.secret()), loop.next());
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
    loop.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
