package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SocketErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "104, REFUSED",
    "111, REFUSED",
    "110, TIMED_OUT",
    "113, UNREACHABLE",
    "99, NO_LOCAL_PORT",
    "24, NO_DESCRIPTOR",
  })
  void numberOfAnErrorTellsWhatBecameOfAConnect(int number, ConnectOutcome outcome) {
    IOException error = new IOException("connect(..) failed with error(-" + number + "): whatever");
    assertThat(SocketErrors.connectOutcome(error)).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bind(..) failed with error(-98): Address already in use | Address already in use",
        "Address already in use | Address already in use",
        "error(-104) | error(-104)",
      })
  void wordsOfAnErrorAreTheSystemsOwn(String message, String words) {
    assertThat(SocketErrors.words(new BindException(message))).isEqualTo(words);
  }
}
