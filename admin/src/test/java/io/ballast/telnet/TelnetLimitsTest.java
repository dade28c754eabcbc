package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.ballast.cluster.HostPort;
import io.ballast.command.Reply;
import io.ballast.command.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TelnetLimitsTest {
  private static final Optional<Secret> NO_SECRET = Optional.empty();
  private static final Optional<Secret> SECRET = Optional.of(Secret.of("sesame"));
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void connectionOverTheLimitIsToldAndClosed() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(NO_SECRET, MINUTE, 2);
        TextClient first = channel.connect();
        TextClient second = channel.connect()) {
      first.ask("SAY a");
      second.ask("SAY a");
      try (TextClient third = channel.connect()) {
        third.send("SAY a\n");
        assertThat(third.readLine())
            .isEqualTo("ERR refused all 2 connections are in use: close one, try again");
        assertThat(third.readLine()).isEmpty();
      }
      second.abort();
      await()
          .untilAsserted(
              () -> {
                try (TextClient fourth = channel.connect()) {
                  assertThat(fourth.ask("SAY a")).containsExactly("OK a");
                }
              });
      assertThat(first.ask("SAY b")).containsExactly("OK b");
    }
  }

  @Test
  void floodOfConnectionsLeavesTheServedOnesAlone() throws Exception {
    List<TextClient> flood = new ArrayList<>();
    try (TelnetFixture channel = TelnetFixture.with(NO_SECRET, MINUTE, 4);
        TextClient client = channel.connect()) {
      client.ask("SAY a");
      for (int i = 0; i < 300; i++) {
        flood.add(channel.connect());
      }
      assertThat(client.ask("SAY b")).containsExactly("OK b");
    } finally {
      for (TextClient one : flood) {
        one.close();
      }
    }
  }

  @Test
  void idleCallerIsDismissed() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(NO_SECRET, SECOND, 2);
        TextClient client = channel.connect()) {
      assertThat(client.ask("SAY a")).containsExactly("OK a");
      assertThat(client.readLine()).isEqualTo("ERR refused idle for too long: connect again");
      assertThat(client.readLine()).isEmpty();
    }
  }

  @Test
  void callerThatWaitsForItsCommandIsNotIdle() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(NO_SECRET, SECOND, 2);
        TextClient waiting = channel.connect();
        TextClient idle = channel.connect()) {
      waiting.send("LATER\n");
      CompletableFuture<Reply> later = channel.language.later.take();
      idle.ask("SAY a");
      assertThat(idle.readLine()).startsWith("ERR refused idle");
      later.complete(Reply.ok("later"));
      assertThat(waiting.readLine()).isEqualTo("OK later");
    }
  }

  @Test
  void callerThatDoesNotReadItsReplyIsCutOff() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(NO_SECRET, SECOND, 1);
        TextClient deaf = TextClient.connectSmall(channel.server.address())) {
      deaf.send("ROWS 100000000\n");
      await().until(() -> channel.language.pulled.get() > 0);
      await()
          .untilAsserted(
              () -> {
                try (TextClient next = channel.connect()) {
                  assertThat(next.ask("SAY a")).containsExactly("OK a");
                }
              });
    }
  }

  @Test
  void secretOpensTheOtherCommands() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(SECRET, MINUTE, 4);
        TextClient client = channel.connect()) {
      assertThat(client.ask("SAY a"))
          .containsExactly("ERR denied this channel needs a secret: AUTH secret comes first");
      assertThat(client.ask("HELP SAY")).endsWith("OK");
      assertThat(client.ask("AUTH sesame")).containsExactly("OK");
      assertThat(client.ask("SAY a")).containsExactly("OK a");
    }
  }

  @Test
  void wrongSecretDelaysItsSourceAndNobodyElse() throws Exception {
    try (TelnetFixture channel = TelnetFixture.with(SECRET, MINUTE, 4);
        TextClient guesser = channel.connect();
        TextClient other = channel.connect()) {
      long start = System.nanoTime();
      guesser.send("AUTH a\nAUTH b\nHELP SAY\n");
      assertThat(other.ask("HELP SAY")).endsWith("OK");
      assertThat(guesser.readLine()).startsWith("ERR denied wrong secret");
      assertThat(guesser.readLine()).startsWith("ERR denied wrong secret");
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(1_500));
      assertThat(guesser.readReply()).endsWith("OK");
    }
  }

  @Test
  void addressInUseIsAnErrorWithARemedy() throws Exception {
    try (TelnetFixture channel = TelnetFixture.open()) {
      TelnetSettings same =
          new TelnetSettings(
              new HostPort("127.0.0.1", channel.server.address().getPort()), NO_SECRET, MINUTE, 4);
      assertThatIOException()
          .isThrownBy(
              () ->
                  TelnetServer.start(
                      same, new TestLanguage().language(NO_SECRET), channel.loop.next()))
          .withMessageContaining("bind = 127.0.0.1:" + channel.server.address().getPort())
          .withMessageContaining("choose");
    }
  }

  @Test
  void stopClosesEveryConnection() throws Exception {
    TelnetFixture channel = TelnetFixture.open();
    try (TextClient client = channel.connect()) {
      client.ask("SAY a");
      channel.close();
      assertThat(client.readLine()).isEmpty();
      assertThatIOException().isThrownBy(channel::connect);
    }
  }
}
