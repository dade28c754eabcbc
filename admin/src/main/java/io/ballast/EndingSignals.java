package io.ballast;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT: the first asks the process to end in its own time and with its own exit
 * status, a second one ends it at once. The virtual machine's shutdown hooks could do neither: they
 * exit with the number of the signal, and do not hear a second one.
 *
 * <p>The virtual machine has signals in {@code sun.misc} alone, which the compiler warns of, so it
 * is called by name.
 */
final class EndingSignals {
  private static final Logger log = LoggerFactory.getLogger(EndingSignals.class);

  /** The exit status of a process that was ended by a signal, less the signal's number. */
  private static final int BY_SIGNAL = 128;

  private EndingSignals() {}

  /** Runs the action on the first of the signals, on a thread of its own. */
  static void onFirst(Runnable action) {
    AtomicBoolean first = new AtomicBoolean(true);
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object handling =
          Proxy.newProxyInstance(
              EndingSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (first.getAndSet(false)) {
                  action.run();
                } else {
                  int number = (Integer) signal.getMethod("getNumber").invoke(arguments[0]);
                  Runtime.getRuntime().halt(BY_SIGNAL + number);
                }
                return null;
              });
      for (String name : new String[] {"TERM", "INT"}) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
      }
    } catch (ReflectiveOperationException e) {
      log.warn("signals end this process at once: this Java has no way to handle them", e);
    }
  }
}
