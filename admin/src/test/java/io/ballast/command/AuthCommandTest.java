package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthCommandTest {
  private long now = 1;
  private final Language language = language(Optional.of(Secret.of("open sesame")));
  private final Caller caller = new Caller("192.0.2.1:5", "192.0.2.1", false);

  private Language language(Optional<Secret> secret) {
    return new Language(List::of, List.of(new AuthCommand(new Authentication(secret, () -> now))));
  }

  private static Answer answer(Language language, Caller who, String line) {
    return language.run(line.getBytes(StandardCharsets.UTF_8), who).toCompletableFuture().join();
  }

  private static String ending(Answer answer) {
    return ((Reply) answer).ending().line();
  }

  @Test
  void rightSecretOpensTheChannel() {
    assertThat(ending(answer(language, caller, "AUTH \"open sesame\""))).isEqualTo("OK");
    assertThat(caller.isTrusted()).isTrue();
  }

  @Test
  void wrongSecretIsAnsweredAfterADelayThatGrows() {
    for (Duration expected : List.of(Duration.ofMillis(500), Duration.ofSeconds(1))) {
      Answer.Delayed delayed = (Answer.Delayed) answer(language, caller, "AUTH sesame");
      assertThat(delayed.delay()).isEqualTo(expected);
      assertThat(ending(delayed.reply()))
          .startsWith("ERR denied wrong secret")
          .doesNotContain("sesame");
      assertThat(caller.isTrusted()).isFalse();
      now += expected.toNanos();
    }
  }

  @Test
  void sourceThatHasToWaitIsNotListenedToOnAnotherConnection() {
    answer(language, caller, "AUTH wrong");
    Caller sameSource = new Caller("192.0.2.1:6", "192.0.2.1", false);
    assertThat(ending(answer(language, sameSource, "AUTH \"open sesame\"")))
        .isEqualTo("ERR denied too many wrong secrets from your address: try again in 1 s");
    assertThat(sameSource.isTrusted()).isFalse();

    Caller otherSource = new Caller("192.0.2.2:6", "192.0.2.2", false);
    assertThat(ending(answer(language, otherSource, "AUTH \"open sesame\""))).isEqualTo("OK");

    now += LockOut.FIRST.toNanos();
    assertThat(ending(answer(language, sameSource, "AUTH \"open sesame\""))).isEqualTo("OK");
  }

  @Test
  void wrongUsageDoesNotRepeatTheSecret() {
    assertThat(ending(answer(language, caller, "AUTH open sesame")))
        .isEqualTo(
            "ERR usage AUTH takes one word: put a secret with spaces in quotes;"
                + " usage: AUTH secret");
  }

  @Test
  void channelWithoutSecretSaysSo() {
    Caller trusted = new Caller("127.0.0.1:5", "127.0.0.1", true);
    assertThat(ending(answer(language(Optional.empty()), trusted, "AUTH anything")))
        .isEqualTo("OK no secret is needed here");
  }
}
