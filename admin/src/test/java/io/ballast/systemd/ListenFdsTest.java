package io.ballast.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ballast.relay.PassedSockets;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which passed sockets there are, by what the environment says. */
final class ListenFdsTest {
  private static final long PID = 77;

  private static PassedSockets passed(String count, String names) {
    return ListenFds.of(
        Map.of("LISTEN_FDS", count, "LISTEN_FDNAMES", names, "LISTEN_PID", "77"), PID);
  }

  private static void assertRefused(PassedSockets sockets, String name, String... texts) {
    assertThatThrownBy(() -> sockets.take(name))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(texts);
  }

  @Test
  void descriptorsBeginAtThreeInTheOrderOfTheirNames() throws IOException {
    PassedSockets sockets = passed("2", "sets:brokers");
    assertThat(sockets.take("brokers")).isEqualTo(4);
    assertThat(sockets.take("sets")).isEqualTo(3);
  }

  @Test
  void numberNamesADescriptor() throws IOException {
    assertThat(passed("2", "sets:brokers").take("4")).isEqualTo(4);
  }

  @Test
  void socketsWithoutNamesGoByTheirNumbers() throws IOException {
    PassedSockets sockets = ListenFds.of(Map.of("LISTEN_FDS", "1", "LISTEN_PID", "77"), PID);
    assertRefused(sockets, "sets", "unknown (fd@3)");
    assertThat(sockets.take("3")).isEqualTo(3);
  }

  @Test
  void socketIsGivenOutOnce() throws IOException {
    PassedSockets sockets = passed("1", "sets");
    sockets.take("sets");
    assertRefused(sockets, "3", "adopted once");
  }

  @Test
  void socketThatWasGivenBackIsGivenOutAgain() throws IOException {
    PassedSockets sockets = passed("2", "sets:brokers");
    sockets.take("brokers");
    sockets.take("sets");
    sockets.giveBack("sets");
    assertThat(sockets.take("3")).isEqualTo(3);
    assertRefused(sockets, "brokers", "adopted once");
  }

  @Test
  void nameOfSeveralSocketsIsRefusedWithTheRemedy() {
    assertRefused(passed("2", "sets:sets"), "sets", "FileDescriptorName", "fd@3", "fd@4");
  }

  @Test
  void socketsOfAnotherProcessAreNotTaken() {
    PassedSockets sockets = ListenFds.of(Map.of("LISTEN_FDS", "1", "LISTEN_PID", "78"), PID);
    assertRefused(sockets, "3", "no socket was passed", "LISTEN_PID");
  }

  @Test
  void withoutOneTheMessageSaysWhatToDo() {
    assertRefused(ListenFds.of(Map.of(), PID), "sets", "no socket was passed", "socket unit");
    assertRefused(passed("many", "sets"), "sets", "no socket was passed");
    assertRefused(passed("0", ""), "sets", "no socket");
  }
}
