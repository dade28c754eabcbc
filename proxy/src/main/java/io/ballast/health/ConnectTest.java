package io.ballast.health;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;

/** Connects somewhere to see whether the connection is taken, and closes it without a byte. */
@FunctionalInterface
public interface ConnectTest {
  /**
   * Starts one. It may run beside others.
   *
   * @param timeout how long the connection may take, above zero
   * @param whenDone is told once, on any thread: null when the connection was taken; otherwise why
   *     not, which is a {@link io.netty.channel.ConnectTimeoutException} when there was no answer
   *     in time, and a {@link io.netty.channel.ChannelException} when no socket could be made here
   */
  void start(InetSocketAddress address, Duration timeout, Consumer<Throwable> whenDone);
}
