package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TelnetBackPressureTest {
  private TelnetFixture channel;

  @BeforeEach
  void open() throws IOException {
    channel = TelnetFixture.open();
  }

  @AfterEach
  void close() throws Exception {
    channel.close();
  }

  private void awaitStandstill(AtomicInteger count) {
    AtomicInteger last = new AtomicInteger(-1);
    await()
        .pollInterval(Duration.ofMillis(200))
        .until(() -> count.get() > 0 && last.getAndSet(count.get()) == count.get());
  }

  @Test
  void longReplyIsMadeOnlyAsFastAsItIsRead() throws IOException {
    int rows = 100_000;
    try (TextClient slow = TextClient.connectSmall(channel.server.address())) {
      slow.send("ROWS " + rows + " WIDE\nSAY end\n");
      awaitStandstill(channel.language.pulled);
      // What the kernel buffers takes, and at most the water mark and a piece on top.
      assertThat(channel.language.pulled).hasValueLessThan(rows / 2);

      try (TextClient other = channel.connect()) {
        assertThat(other.ask("SAY a")).containsExactly("OK a");
      }
      for (int row = 0; row < rows; row++) {
        assertThat(slow.readLine()).isEqualTo("row " + row + TestLanguage.WIDE);
      }
      assertThat(slow.readLine()).isEqualTo("OK");
      assertThat(slow.readLine()).isEqualTo("OK end");
    }
  }

  @Test
  void callerThatSendsWithoutReadingIsHeldBack() throws Exception {
    try (TextClient deaf = TextClient.connectSmall(channel.server.address())) {
      AtomicInteger sent = new AtomicInteger();
      Thread sender =
          new Thread(
              () -> {
                try {
                  while (!Thread.currentThread().isInterrupted()) {
                    deaf.send("ROWS 100\n".repeat(1_000));
                    sent.incrementAndGet();
                  }
                } catch (IOException e) {
                  // The test closes the connection when it has seen enough.
                }
              });
      sender.start();
      awaitStandstill(sent);
      int pulled = channel.language.pulled.get();
      assertThat(pulled).isLessThan(100 * 1_000 * sent.get());
      try (TextClient other = channel.connect()) {
        assertThat(other.ask("SAY a")).containsExactly("OK a");
      }
      deaf.abort();
      sender.join();
    }
  }

  @Test
  void otherCallersAreServedWhileALongReplyIsRead() throws IOException {
    try (TextClient reader = channel.connect();
        TextClient other = channel.connect()) {
      reader.send("ROWS 200000\n");
      for (int i = 0; i < 20; i++) {
        reader.readLine();
        assertThat(other.ask("SAY a")).containsExactly("OK a");
      }
      assertThat(reader.readReply()).endsWith("row 199999", "OK");
    }
  }
}
