package io.ballast.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ProcessLogTest {
  /** In the repository, where the tests run in a module's folder. */
  private static final Path FILE = Path.of("../conf/logback.xml");

  private static LoggerContext byFile() throws JoranException {
    LoggerContext context = new LoggerContext();
    JoranConfigurator reader = new JoranConfigurator();
    reader.setContext(context);
    reader.doConfigure(FILE.toFile());
    return context;
  }

  private static LoggerContext byItself() {
    LoggerContext context = new LoggerContext();
    ProcessLog.set(context);
    return context;
  }

  @Test
  void isFoundByLogback() {
    assertThat(ServiceLoader.load(Configurator.class)).hasAtLeastOneElementOfType(ProcessLog.class);
  }

  @Test
  void yieldsToFileThatSaysOtherwise() {
    // The tests have a file of their own among the classes.
    LoggerContext context = new LoggerContext();
    assertThat(new ProcessLog().configure(context))
        .isEqualTo(Configurator.ExecutionStatus.INVOKE_NEXT_IF_ANY);
    assertThat(console(context)).isNull();
  }

  @ParameterizedTest
  @MethodSource("loggers")
  void hasLevelsOfShippedFile(String logger) throws JoranException {
    assertThat(byItself().getLogger(logger).getEffectiveLevel())
        .isEqualTo(byFile().getLogger(logger).getEffectiveLevel());
  }

  static Stream<String> loggers() {
    return Stream.of("ROOT", "io.ballast", "io.ballast.relay.X", "ballast.sessions", "io.netty.X");
  }

  @Test
  void writesToStandardErrorAsShippedFileDoes() throws JoranException {
    assertThat(console(byItself()).getTarget())
        .isEqualTo(console(byFile()).getTarget())
        .isEqualTo("System.err");
    assertThat(console(byItself()).isStarted()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("events")
  void writesLinesOfShippedFile(Event event) throws JoranException {
    assertThat(event.line(byItself())).isEqualTo(event.line(byFile()));
  }

  static Stream<Event> events() {
    Exception nested = new IllegalStateException("outer\nline", new IOException("inner é"));
    nested.addSuppressed(new IOException());
    return Stream.of(
        new Event("io.ballast.relay.Listener", Level.INFO, null),
        new Event("io.ballast.Service", Level.ERROR, nested),
        new Event("ballast.sessions", Level.INFO, null),
        new Event("plain", Level.WARN, new IOException()),
        new Event("dot.", Level.DEBUG, null));
  }

  private static ConsoleAppender<ILoggingEvent> console(LoggerContext context) {
    return (ConsoleAppender<ILoggingEvent>)
        context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
  }

  private record Event(String logger, Level level, Throwable thrown) {
    String line(LoggerContext context) {
      LoggingEvent event =
          new LoggingEvent(
              "",
              context.getLogger(logger),
              level,
              "a {} \u00e9\t{}",
              thrown,
              new Object[] {1, "b"});
      event.setTimeStamp(1_772_600_767_089L);
      return new String(console(context).getEncoder().encode(event), Charset.defaultCharset());
    }
  }
}
