package io.ballast;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * SIGTERM and SIGINT: the first asks the process to end in its own time and with its own exit
 * status, a second one ends it at once. The virtual machine's shutdown hooks could do neither: they
 * exit with the number of the signal, and do not hear a second one.
 */
final class EndingSignals {
  /** The exit status of a process that was ended by a signal, less the signal's number. */
  private static final int BY_SIGNAL = 128;

  private EndingSignals() {}

  /** Runs the action on the first of the signals, on a thread of its own. */
  static void onFirst(Runnable action) {
    AtomicBoolean first = new AtomicBoolean(true);
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (first.getAndSet(false)) {
              action.run();
            } else {
              Runtime.getRuntime().halt(BY_SIGNAL + signal.getNumber());
            }
          });
    }
  }
}
