package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts and ports as text. */
class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:6801, 10.0.0.1, 6801",
    "hub.example:0, hub.example, 0",
    "a_b-c:65535, a_b-c, 65535",
    "[2001:db8::1]:80, 2001:db8::1, 80",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80"
  })
  void textIsReadAndWrittenBack(String text, String host, int port) {
    assertThat(HostPort.parse(text)).isEqualTo(new HostPort(host, port)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ":80", "host", "host:", "host:x", "host:-1", "host:65536", "host:999999",
        "2001:db8::1:80", "[]:80", "[::1]", "::1", "ho st:80", "host/x:80", "hôte:80", "host: 80",
        "[host:80", "host]:80", "[[::1]]:80"
      })
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> HostPort.parse(text));
  }

  @Test
  void refusalShowsTheFormsThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostPort.parse("host"))
        .withMessageContaining("\"host\"")
        .withMessageContaining("host:port")
        .withMessageContaining("[2001:db8::1]:6801");
  }
}
