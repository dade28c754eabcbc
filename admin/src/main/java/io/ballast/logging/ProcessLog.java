package io.ballast.logging;

import ch.qos.logback.classic.ClassicConstants;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Sets the log up as {@code conf/logback.xml} says, unless a file was named that says otherwise.
 * Reading that file would take a tenth of the start, and the classes for it some megabytes that a
 * proxy never needs again. Found by Logback as a service.
 */
public final class ProcessLog extends ContextAwareBase implements Configurator {
  private static final String LEVEL = "BALLAST_LOG_LEVEL";

  /** Called by Logback. */
  public ProcessLog() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (isSaidOtherwise()) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    set(context);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Whether Logback would find a file: by a property, or among the classes. */
  private static boolean isSaidOtherwise() {
    ClassLoader loader = ProcessLog.class.getClassLoader();
    return System.getProperty(ClassicConstants.CONFIG_FILE_PROPERTY) != null
        || loader.getResource(ClassicConstants.TEST_AUTOCONFIG_FILE) != null
        || loader.getResource(ClassicConstants.AUTOCONFIG_FILE) != null;
  }

  /** Has the log written to standard error. */
  static void set(LoggerContext context) {
    LineEncoder encoder = new LineEncoder();
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> standardError = new ConsoleAppender<>();
    standardError.setContext(context);
    standardError.setName("STDERR");
    standardError.setTarget("System.err");
    standardError.setEncoder(encoder);
    standardError.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(standardError);
    context.getLogger("io.ballast").setLevel(level());
    context.getLogger("ballast.sessions").setLevel(Level.INFO);
  }

  private static Level level() {
    String level = System.getProperty(LEVEL, System.getenv(LEVEL));
    return level == null || level.isEmpty() ? Level.INFO : Level.toLevel(level);
  }
}
