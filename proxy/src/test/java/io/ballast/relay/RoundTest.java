package io.ballast.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestServer;
import io.ballast.fixture.TestSocket;
import io.ballast.fixture.TestSocket.End;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Much happens while the event loops are held up, so that they find all of it in one round. */
@EachWire
final class RoundTest {
  @Parameter Wire wire;

  private static final int SESSIONS = 90;

  private static List<TestSocket> clients(Rig rig) throws IOException {
    List<TestSocket> clients = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      TestSocket client = rig.client();
      clients.add(client);
      client.send("?");
      assertThat(client.readText(1)).isEqualTo("?");
    }
    return clients;
  }

  private static void close(List<TestSocket> clients) throws IOException {
    for (TestSocket client : clients) {
      client.close();
    }
  }

  @Test
  void piecesOfAnyLengthGoToTheirOwnSessions() throws Exception {
    long seed = System.nanoTime();
    System.out.println("RoundTest seed " + seed);
    Random random = new Random(seed);
    try (TestServer server = wire.echo();
        Rig rig = Rig.inFrontOf(wire, server)) {
      List<TestSocket> clients = clients(rig);
      for (int round = 0; round < 20; round++) {
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
          // Most are short; some are as long as a read, or longer.
          int most = random.nextInt(16) == 0 ? 50_000 : 1 << (4 + random.nextInt(5));
          byte[] piece = new byte[1 + random.nextInt(most)];
          random.nextBytes(piece);
          pieces.add(piece);
        }
        HeldLoops.during(
            rig.loops,
            () -> {
              for (int i = 0; i < SESSIONS; i++) {
                clients.get(i).send(pieces.get(i));
              }
            });
        for (int i = 0; i < SESSIONS; i++) {
          assertThat(clients.get(i).read(pieces.get(i).length)).isEqualTo(pieces.get(i));
        }
      }
      close(clients);
      rig.awaitEmpty();
    }
  }

  @Test
  void lastWordsOfARoundArriveBeforeTheEnd() throws Exception {
    CountDownLatch asked = new CountDownLatch(SESSIONS);
    CountDownLatch toAnswer = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(SESSIONS);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send(peer.read(1));
                  String word = peer.readText(5);
                  asked.countDown();
                  toAnswer.await();
                  peer.send("bye " + word).finish();
                  answered.countDown();
                  peer.end();
                });
        Rig rig = Rig.inFrontOf(wire, server)) {
      List<TestSocket> clients = clients(rig);
      for (int i = 0; i < SESSIONS; i++) {
        clients.get(i).send("no %02d".formatted(i));
      }
      asked.await();
      HeldLoops.during(
          rig.loops,
          () -> {
            toAnswer.countDown();
            answered.await();
          });
      for (int i = 0; i < SESSIONS; i++) {
        assertThat(clients.get(i).readText(9)).isEqualTo("bye no %02d".formatted(i));
        assertThat(clients.get(i).end()).isEqualTo(End.EOF);
      }
      close(clients);
      rig.awaitEmpty();
    }
  }

  @Test
  void lastWordsOfClientsThatEndInTheSameRoundArrive() throws Exception {
    List<String> heard = new ArrayList<>();
    CountDownLatch ended = new CountDownLatch(SESSIONS);
    try (TestServer server =
            wire.server(
                peer -> {
                  peer.send(peer.read(1));
                  String word = new String(peer.readAll(), US_ASCII);
                  synchronized (heard) {
                    heard.add(word);
                  }
                  ended.countDown();
                });
        Rig rig = Rig.inFrontOf(wire, server)) {
      List<TestSocket> clients = clients(rig);
      List<String> said = new ArrayList<>();
      HeldLoops.during(
          rig.loops,
          () -> {
            for (int i = 0; i < SESSIONS; i++) {
              String word = "word " + i;
              said.add(word);
              clients.get(i).send(word);
              clients.get(i).finish();
            }
          });
      ended.await();
      close(clients);
      assertThat(heard).containsExactlyInAnyOrderElementsOf(said);
      rig.awaitEmpty();
    }
  }
}
