package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.fixture.TestServer;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What reaches a bare socket on an event loop. */
final class DirectHandleTest {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final IoEventLoop executor = group.next();
  private final DescriptorBudget budget = DescriptorBudget.ofProcess(1);
  private final DirectLoop loop =
      new DirectLoop(executor, new Sweep(executor, budget), new Beginnings(budget));

  @AfterEach
  void endLoop() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Told extends DirectHandle {
    final Queue<Integer> events = new ConcurrentLinkedQueue<>();

    Told(Socket socket) {
      super(socket);
    }

    @Override
    DirectLoop loop() {
      return loop;
    }

    @Override
    void ready(int ops) {
      events.add(ops);
    }

    @Override
    void fault(RuntimeException cause) {
      throw cause;
    }

    @Override
    void released() {
      // It holds nothing.
    }

    @Override
    void gone() {
      // Nobody waits for that.
    }
  }

  @Test
  void eventThatWasFetchedBeforeTheRegistrationIsNotBelieved() throws Exception {
    EpollIoEvent ofAnother = () -> EpollIoOps.valueOf(DirectHandle.BROKEN | DirectHandle.OUT);
    try (TestServer server = new TestServer(peer -> peer.send("hi").end())) {
      Socket socket = DirectSockets.toNode(server.address(), null);
      socket.connect(server.address());
      Told handle = new Told(socket);
      executor
          .submit(
              () -> {
                handle.register(EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLET));
                handle.handle(null, ofAnother);
              })
          .sync();
      // Its own event is not lost.
      await().until(() -> !handle.events.isEmpty());
      assertThat(handle.events).allMatch(ops -> ops == DirectHandle.IN);
      executor.submit(handle::shut).sync();
    }
  }
}
