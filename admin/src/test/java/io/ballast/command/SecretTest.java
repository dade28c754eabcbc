package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SecretTest {
  private final Secret secret = Secret.of("open sésame");

  @Test
  void matchesItsOwnBytesOnly() {
    assertThat(secret.matches("open sésame".getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(secret.matches("open sesame".getBytes(StandardCharsets.UTF_8))).isFalse();
    assertThat(secret.matches(new byte[0])).isFalse();
  }

  @Test
  void textFormHidesIt() {
    assertThat(secret).hasToString("(hidden)");
  }

  @Test
  void equalSecretsAreEqual() {
    assertThat(secret).isEqualTo(Secret.of("open sésame")).hasSameHashCodeAs(Secret.of("other"));
    assertThat(secret).isNotEqualTo(Secret.of("other"));
  }

  @Test
  void emptySecretIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Secret.of(""))
        .withMessageContaining("at least one character");
  }
}
