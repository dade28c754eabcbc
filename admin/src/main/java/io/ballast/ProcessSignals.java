package io.ballast;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signals that a process is told what to do with. SIGTERM and SIGINT: the first asks the
 * process to end in its own time and with its own exit status, a second one ends it at once. The
 * virtual machine's shutdown hooks could do neither: they exit with the number of the signal, and
 * do not hear a second one. SIGHUP: read the configuration again.
 *
 * <p>The virtual machine has signals in {@code sun.misc} alone, which the compiler warns of, so it
 * is called by name.
 */
final class ProcessSignals {
  private static final Logger log = LoggerFactory.getLogger(ProcessSignals.class);

  /** The exit status of a process that was ended by a signal, less the signal's number. */
  private static final int BY_SIGNAL = 128;

  private ProcessSignals() {}

  /** Is told the number of a signal, on a thread of its own. */
  private interface Handler {
    void handle(int number);
  }

  /** Runs the action on the first of the signals that end, on a thread of its own. */
  static void onFirstToEnd(Runnable action) {
    AtomicBoolean first = new AtomicBoolean(true);
    Handler handler =
        number -> {
          if (first.getAndSet(false)) {
            action.run();
          } else {
            Runtime.getRuntime().halt(BY_SIGNAL + number);
          }
        };
    handle("TERM", handler);
    handle("INT", handler);
  }

  /** Runs the action on each SIGHUP, on a thread of its own. */
  static void onHangUp(Runnable action) {
    handle("HUP", number -> action.run());
  }

  private static void handle(String name, Handler handler) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object handling =
          Proxy.newProxyInstance(
              ProcessSignals.class.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                handler.handle((Integer) signal.getMethod("getNumber").invoke(arguments[0]));
                return null;
              });
      signal
          .getMethod("handle", signal, type)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
    } catch (ReflectiveOperationException e) {
      log.warn("SIG{} does what the system does: this Java has no way to handle it", name, e);
    }
  }
}
