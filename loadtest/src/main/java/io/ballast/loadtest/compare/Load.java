package io.ballast.loadtest.compare;

/** A load on a proxy. Its methods may be called from any thread. */
interface Load extends AutoCloseable {
  /** Begins; returns once every connection that the load needs at the start is there. */
  void start();

  /** How much was done: bytes, messages or connections. */
  long done();

  /** How often something was not as it must be. */
  long wrong();

  /** What was first not as it must be. */
  String firstWrong();

  @Override
  void close();
}
