package io.ballast.relay;

/**
 * Something that a {@link Sweep} looks at now and then. Belongs to one event loop. The links are
 * the sweep's: an entry costs no object of its own.
 */
abstract class Swept {
  Swept previous;
  Swept next;
  int bucket = Sweep.NOWHERE;

  /** Does what is due. May settle, hurry or leave. */
  abstract void sweep(long nowNanos);

  /** A sweep of it has failed by a fault of the proxy's own. */
  abstract void fault(Throwable cause);
}
