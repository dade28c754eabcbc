package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.session.CloseReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that last go through pipes of the system, which are few, and are given back. */
final class SpliceTest {
  private static final LoopSettings.TransportChoice DIRECT = LoopSettings.TransportChoice.EPOLL;
  private static final int LOOPS = 2;
  private static final int LONG = 6_000_000;
  private static final int BEGUN = 600_000;
  private static final byte[] FAREWELL = {(byte) 0xe0, 0};

  private long before;

  @BeforeEach
  void countPipes() {
    before = pipeEnds();
  }

  /** Rigs are closed by now, and their loops with them. */
  @AfterEach
  void noPipeIsLeft() {
    assertThat(pipeEnds()).isEqualTo(before);
  }

  private static long pipeEnds() {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(SpliceTest::isPipe).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPipe(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("pipe:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  private long pipes() {
    return (pipeEnds() - before) / 2;
  }

  /** A node that sends that to whoever comes. */
  private static TestServer sending(byte[] bytes, AtomicLong sent) throws IOException {
    return new TestServer(
        peer -> {
          for (int at = 0; at < bytes.length; at += 64_000) {
            byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 64_000));
            peer.send(piece);
            sent.addAndGet(piece.length);
          }
          peer.finish();
          peer.end();
        });
  }

  @Test
  void moreSlowReadersThanPipesGetEveryByte() throws Exception {
    byte[] stream = Noise.bytes(1, LONG);
    AtomicLong sent = new AtomicLong();
    List<TestSocket> clients = new ArrayList<>();
    try (TestServer server = sending(stream, sent);
        Rig rig = Rig.inFrontOf(DIRECT, server)) {
      for (int i = 0; i < LOOPS * DirectPipes.MOST + 8; i++) {
        TestSocket client = rig.client(4096);
        clients.add(client);
        assertThat(Arrays.equals(client.read(BEGUN), Arrays.copyOf(stream, BEGUN))).isTrue();
      }
      Sender.awaitStanding(sent);
      assertThat(pipes()).isPositive().isLessThanOrEqualTo(LOOPS * DirectPipes.MOST);
      byte[] rest = Arrays.copyOfRange(stream, BEGUN, LONG);
      for (TestSocket client : clients) {
        assertThat(Arrays.equals(client.readAll(), rest)).isTrue();
        client.close();
      }
      rig.awaitEmpty();
      assertThat(pipes()).isLessThanOrEqualTo(LOOPS * DirectPipes.KEPT);
      assertThat(rig.opened).allMatch(session -> session.bytesFromNode() == LONG);
    }
  }

  @Test
  void clientThatLeavesInTheMiddleGivesItsPipeBack() throws Exception {
    byte[] stream = Noise.bytes(2, LONG);
    AtomicLong sent = new AtomicLong();
    try (TestServer server = sending(stream, sent);
        Rig rig = Rig.inFrontOf(DIRECT, server)) {
      for (int i = 0; i < 3 * DirectPipes.MOST; i++) {
        try (TestSocket client = rig.client(4096)) {
          client.read(BEGUN);
          client.reset();
        }
      }
      rig.awaitEmpty();
      assertThat(pipes()).isLessThanOrEqualTo(LOOPS * DirectPipes.KEPT);
      try (TestSocket client = rig.client()) {
        assertThat(Arrays.equals(client.readAll(), stream)).isTrue();
      }
    }
  }

  @Test
  void urgentBytesInALongStreamKeepTheirPlace() throws Exception {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (int i = 0; i < 8; i++) {
      whole.writeBytes(Noise.bytes(i, BEGUN));
      whole.write(i);
    }
    try (TestServer server =
            new TestServer(
                peer -> {
                  for (int i = 0; i < 8; i++) {
                    peer.send(Noise.bytes(i, BEGUN));
                    peer.socket().sendUrgentData(i);
                  }
                  peer.finish();
                  peer.end();
                });
        Rig rig = Rig.inFrontOf(DIRECT, server);
        TestSocket client = rig.client()) {
      assertThat(Arrays.equals(client.readAll(), whole.toByteArray())).isTrue();
    }
  }

  @Test
  void resetOfTheNodeInTheMiddleComesAfterAPrefixOfWhatItSent() throws Exception {
    byte[] stream = Noise.bytes(3, LONG);
    CountDownLatch begun = new CountDownLatch(1);
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.send(Arrays.copyOf(stream, LONG / 2));
                  begun.await();
                  peer.reset();
                });
        Rig rig = Rig.inFrontOf(DIRECT, server);
        TestSocket client = rig.client()) {
      assertThat(Arrays.equals(client.read(BEGUN), Arrays.copyOf(stream, BEGUN))).isTrue();
      begun.countDown();
      ByteArrayOutputStream more = new ByteArrayOutputStream();
      TestSocket.End end = readToEnd(client, more);
      assertThat(end).isEqualTo(TestSocket.End.RESET);
      byte[] got = more.toByteArray();
      assertThat(Arrays.mismatch(got, 0, got.length, stream, BEGUN, BEGUN + got.length))
          .isNegative();
      rig.awaitClosed(CloseReason.NODE_RESET);
    }
  }

  private static TestSocket.End readToEnd(TestSocket from, ByteArrayOutputStream to) {
    byte[] buffer = new byte[64 * 1024];
    try {
      for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
        to.write(buffer, 0, n);
      }
      return TestSocket.End.EOF;
    } catch (IOException reset) {
      return TestSocket.End.RESET;
    }
  }

  @Test
  void farewellComesAfterWhatIsInThePipe() throws Exception {
    byte[] stream = Noise.bytes(4, 6 * LONG);
    AtomicLong sent = new AtomicLong();
    CountDownLatch reads = new CountDownLatch(1);
    BlockingQueue<byte[]> heard = new LinkedBlockingQueue<>();
    try (TestServer server =
            new TestServer(
                peer -> {
                  byte[] first = peer.read(BEGUN);
                  reads.await();
                  heard.add(first);
                  heard.add(peer.readAll());
                });
        Rig rig =
            Rig.with(DIRECT)
                .gentleStep(Duration.ofSeconds(30))
                .node("n1", server.port())
                .listener(
                    settings ->
                        settings.withMove(new MoveSettings(MoveSettings.Mode.RECONNECT, "e0 00")))
                .start();
        TestSocket client = rig.client()) {
      Thread sender = sendCounted(client, stream, sent);
      Sender.awaitStanding(sent);
      rig.session().ends().closeGently(CloseReason.MOVED, 0, 0);
      reads.countDown();
      assertThat(Arrays.equals(heard.poll(30, TimeUnit.SECONDS), Arrays.copyOf(stream, BEGUN)))
          .isTrue();
      byte[] rest = heard.poll(30, TimeUnit.SECONDS);
      int relayed = rest.length - FAREWELL.length;
      assertThat(Arrays.copyOfRange(rest, relayed, rest.length)).isEqualTo(FAREWELL);
      assertThat(Arrays.mismatch(rest, 0, relayed, stream, BEGUN, BEGUN + relayed)).isNegative();
      assertThat(rig.session().bytesFromClient()).isEqualTo(BEGUN + relayed);
      client.cutOff();
      sender.join();
      // It went on sending all the while.
      rig.awaitClosed(CloseReason.GENTLE_CLOSE_DISCARDED);
    }
  }

  private static Thread sendCounted(TestSocket to, byte[] bytes, AtomicLong sent) {
    Thread thread =
        new Thread(
            () -> {
              try {
                for (int at = 0; at < bytes.length; at += 64_000) {
                  to.send(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 64_000)));
                  sent.addAndGet(64_000);
                }
              } catch (IOException over) {
                // The proxy reads no more.
              }
            },
            "sender");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
