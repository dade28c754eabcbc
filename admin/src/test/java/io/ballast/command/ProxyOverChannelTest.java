package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.ballast.cluster.HostPort;
import io.ballast.ctl.CtlCommand;
import io.ballast.telnet.TelnetServer;
import io.ballast.telnet.TelnetSettings;
import io.ballast.telnet.TextClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** A running proxy, spoken to as operators do. */
class ProxyOverChannelTest {
  private final Logger changesLog = (Logger) LoggerFactory.getLogger(Audit.class);
  private ProxyFixture ballast;
  private TelnetServer channel;

  @BeforeEach
  void open() throws IOException {
    ballast = ProxyFixture.open();
    TelnetSettings settings =
        new TelnetSettings(
            new HostPort("127.0.0.1", 0), Optional.empty(), Duration.ofMinutes(1), 8);
    channel = TelnetServer.start(settings, ballast.language(), ballast.loop());
  }

  @AfterEach
  void close() {
    changesLog.setLevel(null);
    channel.stop().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    ballast.close();
  }

  @Test
  void changesSentAheadAreSeenByTheCommandsBehindThem() throws IOException {
    try (TextClient client = TextClient.connect(channel.address())) {
      client.send("SETWEIGHT hub 7\nWEIGHTS\nREMOVE_NODE hub FORCE\nWEIGHTS\nQUIT\n");
      assertThat(client.readReply()).containsExactly("OK");
      assertThat(client.readReply()).contains("hub: 7");
      assertThat(client.readReply()).first().asString().startsWith("OK warning: ");
      assertThat(client.readReply()).hasSize(5).doesNotContain("hub: 7");
      assertThat(client.readReply()).containsExactly("OK");
      assertThat(client.readLine()).isEmpty();
    }
  }

  @Test
  void tableOfTenThousandSetsIsEditedAndListed() throws IOException {
    int sets = 10_000;
    changesLog.setLevel(Level.WARN);
    try (TextClient editor = TextClient.connect(channel.address());
        TextClient reader = TextClient.connect(channel.address())) {
      StringBuilder commands = new StringBuilder();
      for (int i = 0; i < sets; i++) {
        commands.append("SETZONE \"phone ").append(i).append("\" asia\n");
      }
      editor.send(commands.toString());
      for (int i = 0; i < sets; i++) {
        assertThat(editor.readLine()).isEqualTo("OK");
      }
      List<String> table = reader.ask("AFFINITY");
      assertThat(table).hasSize(sets + 5).endsWith("OK").contains("set \"phone 9999\" asia -");
    }
  }

  @Test
  void ctlChangesAWeight() {
    String to = "127.0.0.1:" + channel.address().getPort();
    CommandLine ctl = new CommandLine(new CtlCommand());
    assertThat(ctl.execute("--to", to, "--cluster", "phones", "SETWEIGHT", "hub", "9")).isZero();
    assertThat(ballast.ask("WEIGHTS")).contains("hub: 9");
    assertThat(ctl.execute("--to", to, "SETWEIGHT", "hub", "-9")).isEqualTo(1);
    assertThat(ballast.ask("WEIGHTS")).contains("hub: 9");
  }
}
