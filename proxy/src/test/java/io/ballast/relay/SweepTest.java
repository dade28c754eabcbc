package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sweep of one loop's sessions. */
final class SweepTest {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

  @AfterEach
  void endLoop() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void entryThatFailsEndsAloneAndTheOthersAreStillSwept() {
    EventLoop loop = group.next();
    Sweep sweep = new Sweep(loop, DescriptorBudget.ofProcess(1));
    AtomicReference<Throwable> fault = new AtomicReference<>();
    AtomicInteger swept = new AtomicInteger();
    Swept failing =
        new Swept() {
          @Override
          void sweep(long nowNanos) {
            throw new IllegalStateException("broken");
          }

          @Override
          void fault(Throwable cause) {
            fault.set(cause);
            sweep.leave(this);
          }
        };
    Swept other =
        new Swept() {
          @Override
          void sweep(long nowNanos) {
            swept.incrementAndGet();
          }

          @Override
          void fault(Throwable cause) {
            throw new AssertionError(cause);
          }
        };
    loop.execute(
        () -> {
          sweep.hurry(other);
          sweep.hurry(failing);
        });
    await().atMost(10, TimeUnit.SECONDS).until(() -> swept.get() >= 3);
    assertThat(fault.get()).hasMessage("broken");
  }
}
