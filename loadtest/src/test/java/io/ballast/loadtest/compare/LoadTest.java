package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTest {
  private static final int IDLE = 50;

  private final RawBackend backend = RawBackend.start();

  @AfterEach
  void stop() {
    backend.close();
  }

  @ParameterizedTest
  @EnumSource
  void loadDoesItsWorkAndFindsNothingWrong(Workload workload) {
    try (Load load = workload.load(backend.address(), IDLE)) {
      load.start();
      await().until(() -> load.done() >= IDLE);

      assertThat(load.wrong()).as(load.firstWrong()).isZero();
    }
  }

  @Test
  void otherBytesThanThePatternAreFound() {
    ByteBuf bytes = Unpooled.copiedBuffer(Pattern.INSTANCE.from(1_000_000, 48_000));
    ByteBuf across = Unpooled.copiedBuffer(bytes, Pattern.INSTANCE.from(1_048_000, 1000));

    assertThat(Pattern.INSTANCE.matches(1_000_000, bytes)).isTrue();
    assertThat(Pattern.INSTANCE.matches(1_000_001, bytes)).isFalse();
    assertThat(Pattern.INSTANCE.matches(1_000_000, across)).isTrue();
    across.setByte(48_500, across.getByte(48_500) + 1);
    assertThat(Pattern.INSTANCE.matches(1_000_000, across)).isFalse();
    assertThat(Pattern.INSTANCE.matches(1_000_000, across.slice(0, 48_500))).isTrue();
  }

  @Test
  void messageIsToldFromAllOthers() {
    Messages messages = new Messages(1, 64);
    ByteBuf message = Unpooled.buffer(64);
    messages.write(7, message);

    assertThat(messages.matches(7, 0, message)).isTrue();
    assertThat(messages.matches(7, 10, message.slice(10, 20))).isTrue();
    assertThat(messages.matches(8, 0, message)).isFalse();
    assertThat(new Messages(2, 64).matches(7, 0, message)).isFalse();
  }
}
