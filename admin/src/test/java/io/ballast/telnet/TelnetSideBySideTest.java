package io.ballast.telnet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.command.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that are sent together: begun side by side, answered in order. */
final class TelnetSideBySideTest {
  private TelnetFixture channel;
  private TextClient client;
  private BlockingQueue<CompletableFuture<Reply>> begun;

  @BeforeEach
  void connect() throws IOException {
    channel = TelnetFixture.open();
    client = channel.connect();
    begun = channel.language.later;
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    channel.close();
  }

  private CompletableFuture<Reply> next() throws InterruptedException {
    return begun.poll(60, TimeUnit.SECONDS);
  }

  private void awaitBegun(int count) {
    await(count + " begun").until(() -> begun.size() == count);
  }

  @Test
  void changesOfDifferentSetsDoNotWaitForEachOther() throws Exception {
    client.send("CHANGE a\nCHANGE b\nCHANGE c\n");
    awaitBegun(3);
    CompletableFuture<Reply> first = next();
    next().complete(Reply.ok("second"));
    next().complete(Reply.ok("third"));
    first.complete(Reply.ok("first"));
    assertThat(client.readLine()).isEqualTo("OK first");
    assertThat(client.readLine()).isEqualTo("OK second");
    assertThat(client.readLine()).isEqualTo("OK third");
  }

  @Test
  void changeOfTheSameSetWaits() throws Exception {
    client.send("CHANGE a\nCHANGE b\nCHANGE \"a\"\n");
    awaitBegun(2);
    CompletableFuture<Reply> first = next();
    next().complete(Reply.ok("b"));
    assertThat(begun).isEmpty();
    first.complete(Reply.ok("a"));
    next().complete(Reply.ok("a again"));
    assertThat(client.readLine()).isEqualTo("OK a");
    assertThat(client.readLine()).isEqualTo("OK b");
    assertThat(client.readLine()).isEqualTo("OK a again");
  }

  /** What comes after a question waits for the question, which waits for what came before. */
  @Test
  void everyOtherLineWaitsForAllChangesBeforeIt() throws Exception {
    String tooLong = "x".repeat(9_000);
    for (String other : List.of("SAY hello", "LATER", "NONSENSE", "CHANGE", tooLong)) {
      client.send("CHANGE a\nCHANGE b\n" + other + "\nCHANGE c\n");
      awaitBegun(2);
      next().complete(Reply.ok("a"));
      next().complete(Reply.ok("b"));
      if (other.equals("LATER")) {
        next().complete(Reply.ok("later"));
      }
      CompletableFuture<Reply> last = next();
      if (other.equals("CHANGE")) {
        last.complete(Reply.ok("no set"));
        last = next();
      }
      last.complete(Reply.ok("c"));
      assertThat(client.readLine()).isEqualTo("OK a");
      assertThat(client.readLine()).isEqualTo("OK b");
      assertThat(client.readLine()).matches("OK (hello|later|no set)|ERR (unknown|usage) .*");
      assertThat(client.readLine()).isEqualTo("OK c");
    }
  }

  @Test
  void linesThatAreReadLaterShareTheWriteToo() throws Exception {
    client.send("CHANGE a\n");
    awaitBegun(1);
    client.send("CHANGE b\n");
    awaitBegun(2);
    next().complete(Reply.ok("a"));
    next().complete(Reply.ok("b"));
    assertThat(client.readLine()).isEqualTo("OK a");
    assertThat(client.readLine()).isEqualTo("OK b");
  }

  @Test
  void endOfInputWaitsForTheAnswers() throws Exception {
    client.send("CHANGE a\nCHANGE b\n");
    client.shutdownOutput();
    awaitBegun(2);
    next().complete(Reply.ok("a"));
    assertThat(client.readLine()).isEqualTo("OK a");
    next().complete(Reply.ok("b"));
    assertThat(client.readLine()).isEqualTo("OK b");
    assertThat(client.readLine()).isEmpty();
  }

  @Test
  void notMoreThanALimitAreUnderWay() throws Exception {
    int sent = 600;
    int most = 512;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < sent; i++) {
      all.append("CHANGE s").append(i).append('\n');
    }
    client.send(all.toString());
    awaitBegun(most);
    for (int i = 0; i < sent; i++) {
      next().complete(Reply.ok(Integer.toString(i)));
      assertThat(client.readLine()).isEqualTo("OK " + i);
    }
  }

  /** Answers come in whatever order; replies do not. */
  @Test
  void repliesKeepTheOrderOfTheLines() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("repliesKeepTheOrderOfTheLines seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      int lines = 1 + random.nextInt(40);
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < lines; i++) {
        all.append("CHANGE s").append(i).append('\n');
      }
      client.send(all.toString());
      awaitBegun(lines);
      List<Integer> order = new ArrayList<>();
      List<CompletableFuture<Reply>> answers = new ArrayList<>();
      begun.drainTo(answers);
      for (int i = 0; i < lines; i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      order.forEach(i -> answers.get(i).complete(Reply.ok(Integer.toString(i))));
      for (int i = 0; i < lines; i++) {
        assertThat(client.readLine()).isEqualTo("OK " + i);
      }
    }
  }
}
