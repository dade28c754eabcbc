package io.ballast.loadtest.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTest {
  private static final int IDLE = 50;

  private final RawBackend backend = RawBackend.start(2);

  @AfterEach
  void stop() {
    backend.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "START")
  void loadDoesItsWorkAndFindsNothingWrong(Workload workload) {
    try (Load load = workload.load(backend.addresses().get(1), IDLE, 2)) {
      load.start();
      await().until(() -> load.done() >= IDLE);

      assertThat(load.wrong()).as(load.firstWrong()).isZero();
    }
  }

  @Test
  void messagesBesideBulkAreTimedOnceThatIsAskedFor() {
    try (FairnessLoad load = new FairnessLoad(backend.addresses().get(0), 1)) {
      load.start();
      await().until(() -> load.done() > 0);
      assertThat(load.times().getTotalCount()).isZero();

      load.record();

      await().until(() -> load.times().getTotalCount() > IDLE);
      assertThat(load.wrong()).as(load.firstWrong()).isZero();
    }
  }

  @Test
  void connectionThatEndsWithoutItsByteIsWrongWithAReason() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ConnectLoad load =
            new ConnectLoad((InetSocketAddress) server.getLocalSocketAddress(), 1, 1)) {
      load.start();
      server.accept().close();

      await().until(() -> load.wrong() > 0);
      assertThat(load.firstWrong()).startsWith("connection ended without its byte: ");
      assertThat(load.done()).isZero();
    }
  }

  @Test
  void messageThatIsNeverAnsweredCountsWithTheTimeItWaits() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SteadyLoad load =
            new SteadyLoad((InetSocketAddress) silent.getLocalSocketAddress(), 1, 64, 1000)) {
      load.start();
      load.record();

      await().until(() -> load.times().getTotalCount() > 0);
      assertThat(load.times().getMinValue()).isGreaterThan(9_000_000);
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
