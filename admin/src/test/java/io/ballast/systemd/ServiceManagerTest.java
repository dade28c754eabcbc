package io.ballast.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager is told, on a socket as it has it. */
final class ServiceManagerTest {
  private static final long PID = 77;

  @TempDir private Path directory;
  private ManagerSocket socket;

  @BeforeEach
  void open() throws IOException {
    socket = ManagerSocket.in(directory);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
  }

  private ServiceManager manager() {
    return ServiceManager.of(Map.of("NOTIFY_SOCKET", socket.name()), PID);
  }

  @Test
  void readinessHasItsStatusOnOneLine() {
    try (ServiceManager manager = manager()) {
      manager.ready("two\nlines");
    }
    socket.assertNextIs("READY=1\nSTATUS=two lines");
  }

  @Test
  void abstractNamesAreReachedToo() throws IOException {
    try (ManagerSocket nameless = ManagerSocket.abstractOne();
        ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", nameless.name()), PID)) {
      manager.ready("here");
      nameless.assertNextIs("READY=1\nSTATUS=here");
    }
  }

  @Test
  void reloadCarriesTheTimeOfTheSystemsMonotonicClock() throws IOException {
    try (ServiceManager manager = manager()) {
      long before = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
      manager.reloading();
      long after = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
      Matcher told =
          Pattern.compile("RELOADING=1\nMONOTONIC_USEC=(\\d+)\nSTATUS=.+")
              .matcher(socket.received().get(0));
      assertThat(told.matches()).isTrue();
      assertThat(Long.parseLong(told.group(1))).isBetween(before, after);
    }
  }

  @Test
  void endAsksForTheTimeThatSessionsMayTake() {
    try (ServiceManager manager = manager()) {
      manager.stopping(Duration.ofMinutes(10));
    }
    socket.assertNextIs(
        "STOPPING=1\nEXTEND_TIMEOUT_USEC=615000000\nSTATUS=ending its sessions within 600 s");
  }

  @Test
  void nothingIsToldWithoutASocket() {
    try (ServiceManager manager = ServiceManager.of(Map.of("WATCHDOG_USEC", "1000"), PID)) {
      manager.watch(Map.of("a", Runnable::run));
      manager.ready("here");
    }
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void managerThatIsGoneStopsNothing() throws IOException {
    ServiceManager manager = manager();
    socket.close();
    Files.delete(Path.of(socket.name()));
    manager.ready("here");
    manager.close();
    socket = ManagerSocket.in(directory);
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void addressOfAnotherKindIsNoSocket() {
    try (ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", "vsock:2:1"), PID)) {
      manager.ready("here");
    }
    assertThat(socket.received()).isEmpty();
  }

  @Test
  void messagesWaitForAManagerThatIsSlow() throws Exception {
    try (ServiceManager manager = manager()) {
      int more = 300;
      Thread service =
          new Thread(
              () -> {
                for (int i = 0; i < more; i++) {
                  manager.ready(Integer.toString(i));
                }
              });
      service.start();
      int last = -1;
      while (last < more - 1) {
        for (String message : socket.received()) {
          assertThat(message).isEqualTo("READY=1\nSTATUS=" + (last + 1));
          last++;
        }
      }
      service.join();
    }
  }
}
