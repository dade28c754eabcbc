package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BurstLoadTest {
  private interface Answer {
    void to(Socket client) throws IOException;
  }

  /** A burst of connections to a server that answers each so, one after the other. */
  private static void burst(int connections, Answer answer, BurstCheck check) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        BurstLoad load =
            new BurstLoad((InetSocketAddress) server.getLocalSocketAddress(), connections)) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try {
                  for (int i = 0; i < connections; i++) {
                    try (Socket client = server.accept()) {
                      answer.to(client);
                    }
                  }
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      load.start();
      served.join();
      check.of(load);
    }
  }

  private interface BurstCheck {
    void of(BurstLoad load);
  }

  @Test
  void eachThatIsAnsweredIsTimed() throws Exception {
    try (RawBackend backend = RawBackend.start(1);
        BurstLoad load = new BurstLoad(backend.addresses().get(0), 200)) {
      load.start();

      assertThat(load.done()).isEqualTo(200);
      assertThat(load.wrong()).as(load.firstWrong()).isZero();
      assertThat(load.millisUntil(0.5)).isPositive().isLessThanOrEqualTo(load.millisUntil(1));
      assertThat(load.millisUntil(1)).isLessThan(60_000);
    }
  }

  @Test
  void connectionThatIsClosedIsWrong() throws Exception {
    burst(
        2,
        client -> client.getInputStream().readNBytes(Long.BYTES),
        load -> {
          assertThat(load.done()).isZero();
          assertThat(load.wrong()).isEqualTo(2);
          assertThat(load.firstWrong()).contains("closed without an answer");
          assertThat(load.millisUntil(0.5)).isEqualTo(60_000);
        });
  }

  @Test
  void answerOfAnotherIsWrong() throws Exception {
    burst(
        1,
        client -> {
          byte[] answer = client.getInputStream().readNBytes(Long.BYTES);
          answer[Long.BYTES - 1]++;
          client.getOutputStream().write(answer);
        },
        load -> {
          assertThat(load.wrong()).isEqualTo(1);
          assertThat(load.firstWrong()).contains("not that to its message");
        });
  }

  @Test
  void connectThatIsRefusedIsWrong() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = (InetSocketAddress) server.getLocalSocketAddress();
    }
    try (BurstLoad load = new BurstLoad(nobody, 3)) {
      load.start();

      assertThat(load.wrong()).isEqualTo(3);
      assertThat(load.firstWrong()).contains("refused");
    }
  }
}
