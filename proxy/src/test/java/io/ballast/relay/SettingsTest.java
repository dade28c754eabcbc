package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings that break a rule say which one, with the value and the remedy. */
final class SettingsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static Arguments bad(String message, ThrowingCallable settings) {
    return Arguments.of(message, settings);
  }

  static Stream<Arguments> badSettings() {
    return Stream.of(
        bad(
            "identify = 0s: the time to identify a set is 0.01s to 1h",
            () -> new TimeoutSettings(Duration.ZERO, SECOND, SECOND)),
        bad(
            "idle = -1s: the time without a byte (0s: for ever) is 0s to 744h",
            () -> new TimeoutSettings(SECOND, SECOND.negated(), SECOND)),
        bad(
            "half-closed = 768h: the time of a half-closed session (0s: for ever) is 0s to 744h",
            () -> new TimeoutSettings(SECOND, SECOND, Duration.ofDays(32))),
        bad(
            "idle = 1.5s: the system counts whole seconds; round it to 2s",
            () -> new KeepaliveSettings(Duration.ofMillis(1500), SECOND, 6)),
        bad(
            "interval = 0s: the time between probes is 1s to 9h6m7s",
            () -> new KeepaliveSettings(SECOND, Duration.ZERO, 6)),
        bad(
            "probes = 128: the probes before a peer counts as dead are 1 to 127",
            () -> new KeepaliveSettings(SECOND, SECOND, 128)),
        bad(
            "farewell = \"e0 0\": bytes are written in hexadecimal, two digits each, such as"
                + " \"e0 00\"",
            () -> new MoveSettings(MoveSettings.Mode.RECONNECT, "e0 0")),
        bad(
            "farewell of 257 bytes: it has at most 256",
            () -> new MoveSettings(MoveSettings.Mode.RECONNECT, "00".repeat(257))),
        bad(
            "timeout = 0s: the time to connect to a node is 0.01s to 5m",
            () -> new ConnectSettings(List.of(), Duration.ZERO)),
        bad(
            "source = 0.0.0.0: name the addresses of this host to connect from, or none",
            () -> new ConnectSettings(List.of(new InetSocketAddress(0).getAddress()), SECOND)),
        bad(
            "congestion-control = \"BBR\": an algorithm's name is 1 to 15 of a-z, 0-9, _ and -, such"
                + " as cubic; auto leaves it to the system",
            () -> new CongestionControl("BBR")),
        bad(
            "congestion-control = \"a_name_too_long_\": an algorithm's name is 1 to 15 of a-z, 0-9, _"
                + " and -, such as cubic; auto leaves it to the system",
            () -> new CongestionControl("a_name_too_long_")),
        bad(
            "congestion-control = reno: the transport nio cannot set it; choose auto here, or another"
                + " loops.transport",
            () ->
                new CongestionControl("reno")
                    .check(new LoopSettings(1, LoopSettings.TransportChoice.NIO))),
        bad(
            "threads = 1025: event loops are 1 to 1024, or 0 for one a processor",
            () -> new LoopSettings(1025, LoopSettings.TransportChoice.AUTO)));
  }

  @ParameterizedTest
  @MethodSource("badSettings")
  void badValueIsRefusedWithRuleAndRemedy(String message, ThrowingCallable settings) {
    assertThatThrownBy(settings).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void farewellIsWrittenInHexadecimal() {
    MoveSettings terminate = new MoveSettings(MoveSettings.Mode.RECONNECT, "58 00 00 00 04");
    assertThat(terminate.farewellBytes()).containsExactly('X', 0, 0, 0, 4);
  }

  @Test
  void keepaliveOfZeroIsOff() {
    assertThat(new KeepaliveSettings(Duration.ZERO, SECOND, 1).enabled()).isFalse();
    assertThat(KeepaliveSettings.DEFAULT.enabled()).isTrue();
  }

  @Test
  void wordsAreThoseOfTheConfiguration() {
    assertThat(ListenerSettings.OnMissing.SOURCE_ADDRESS.word()).isEqualTo("source-address");
    assertThat(MoveSettings.Mode.RECONNECT.word()).isEqualTo("reconnect");
    assertThat(ConnectOutcome.TIMED_OUT.word()).isEqualTo("timed-out");
  }
}
