package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Every command that changes something leaves a line in the log: from where, old and new. */
final class AuditTest {
  private static final String WHO = "by=192.0.2.1:5555 ";

  /** A line for each command that changes something; {@code %s} is a live session's number. */
  private static final List<String> CHANGES =
      List.of(
          "ADD_NODE n9 127.0.0.1:9 5",
          "SETWEIGHT n9 7",
          "MOVE_NODE n9 asia",
          "DRAIN n9 OVER 1h",
          "CANCEL n9",
          "REMOVE_NODE n9",
          "ADD_ZONE z9",
          "SETBACKUP z9 asia",
          "REMOVE_ZONE z9",
          "SETZONE s9 asia",
          "PIN p9",
          "UNPIN p9",
          "MOVE live",
          "CLOSE %s",
          "REBALANCE OFF",
          "REBALANCE NOW",
          "SHUTDOWN 5s");

  private static final Set<String> QUESTIONS =
      Set.of(
          "HELP",
          "NODES",
          "WEIGHTS",
          "LOAD",
          "ZONES",
          "AFFINITY",
          "SESSIONS",
          "LOOKUP",
          "LIST",
          "STATUS",
          "WATCH",
          "PLAN",
          "STATS",
          "CONFIG",
          "USE",
          "AUTH",
          "CANDIDATE",
          "QUIT");

  /** What reads the configuration again tells of it, line by line; its own test holds that. */
  private static final Set<String> LOGGED_BY_THE_PROCESS = Set.of("RELOAD");

  private final Logger logger = (Logger) LoggerFactory.getLogger("io.ballast.command");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
    logger.setLevel(null);
  }

  private static String word(String line) {
    return line.split("[ :]", 2)[0];
  }

  @Test
  void everyChangeIsLoggedWithFromWhereAndOldAndNew() throws Exception {
    try (ProxyFixture ballast = ProxyFixture.open();
        LiveSet live = ballast.connect("live")) {
      assertThat(live).isNotNull();
      String session = ballast.ask("SESSIONS SET live").get(1).split(" ", 2)[0];
      for (String change : CHANGES) {
        log.list.clear();
        String line = change.formatted(session);
        assertThat(ballast.ask(line)).as(line).last().asString().startsWith("OK");
        assertThat(log.list)
            .as(line)
            .singleElement()
            .extracting(ILoggingEvent::getFormattedMessage)
            .asString()
            .contains(WHO)
            .containsAnyOf(" -> ", "rebalance: now", "shutdown by operator");
      }
    }
  }

  /** A new command is a change, with a line above, or a question. */
  @Test
  void everyCommandIsAccountedFor() throws Exception {
    try (ProxyFixture ballast = ProxyFixture.open()) {
      Set<String> all =
          ballast.ask("HELP").stream()
              .filter(line -> !line.startsWith("OK") && !line.startsWith("# "))
              .map(AuditTest::word)
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> known = new TreeSet<>(QUESTIONS);
      known.addAll(LOGGED_BY_THE_PROCESS);
      CHANGES.forEach(change -> known.add(word(change)));
      assertThat(all).isEqualTo(known);
    }
  }
}
