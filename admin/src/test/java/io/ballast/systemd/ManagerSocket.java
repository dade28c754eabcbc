package io.ballast.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainDatagramSocketAddress;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The socket on which a service manager hears its services. Belongs to the test's thread. */
public final class ManagerSocket implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String name;
  private final Socket socket;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096);

  private ManagerSocket(String name, String bound) throws IOException {
    Epoll.ensureAvailability();
    this.name = name;
    socket = Socket.newSocketDomainDgram();
    socket.bind(new DomainSocketAddress(bound));
  }

  /** A socket with a path. */
  public static ManagerSocket in(Path directory) throws IOException {
    String path = directory.resolve("notify").toString();
    return new ManagerSocket(path, path);
  }

  /** A socket with a name of the abstract namespace. */
  public static ManagerSocket abstractOne() throws IOException {
    String name = "ballast-test-" + UUID.randomUUID();
    return new ManagerSocket("@" + name, "\0" + name);
  }

  /** What {@code NOTIFY_SOCKET} has to be. */
  public String name() {
    return name;
  }

  /** The messages that have come since the last call. */
  public List<String> received() {
    List<String> messages = new ArrayList<>();
    try {
      while (true) {
        buffer.clear();
        DomainDatagramSocketAddress from =
            socket.recvFromDomainSocket(buffer, 0, buffer.capacity());
        if (from == null) {
          return messages;
        }
        byte[] bytes = new byte[from.receivedAmount()];
        buffer.get(0, bytes);
        messages.add(new String(bytes, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a message that begins so; those that come before it are dropped. */
  public String awaitMessage(String beginning) {
    return await(beginning + " is told")
        .atMost(PATIENCE)
        .until(
            () -> received().stream().filter(it -> it.startsWith(beginning)).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Asserts that the next message is this one. */
  void assertNextIs(String message) {
    List<String> next = received();
    assertThat(next).containsExactly(message);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
