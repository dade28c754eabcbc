package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.ballast.cluster.ChangeLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ChangesTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(Audit.class);
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

  private List<String> logged() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void eachAcceptedChangeIsLoggedWithOldNewAndByWhom() throws IOException {
    try (ProxyFixture ballast = ProxyFixture.open()) {
      ballast.ask("SETWEIGHT ap-1 50");
      ballast.ask("SETWEIGHT ap-1 50");
      ballast.ask("SETWEIGHT nosuch 50");
      ballast.ask("SETZONE \"\\x0aforged\" asia");
      ballast.ask("REMOVE_NODE ap-2 FORCE");
    }
    String who = "operator change: cluster=phones by=192.0.2.1:5555 change=";
    assertThat(logged())
        .hasSize(3)
        .startsWith(
            who + "\"weight of ap-1: 20 -> 50\"",
            who + "\"zone of set \\x0aforged: by rule -> asia\"")
        .last()
        .asString()
        .matches(who + "\"node ap-2: 127.0.0.1:[0-9]+ weight 10 -> none\"");
  }

  @Test
  void changeThatCannotBeWrittenDownFailsAndChangesNothing() throws IOException {
    ChangeLog full =
        (changes, before, after) ->
            CompletableFuture.failedFuture(new IOException("no space left on the device"));
    try (ProxyFixture ballast = ProxyFixture.withLog(full)) {
      assertThat(ballast.askOne("SETWEIGHT ap-1 50"))
          .startsWith("ERR failed the change could not be written down")
          .contains("no space left on the device");
      assertThat(ballast.ask("WEIGHTS")).contains("ap-1: 20");
    }
    assertThat(logged()).isEmpty();
  }
}
