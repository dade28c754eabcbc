package io.ballast.access;

/** A connection that was admitted, and is counted until it ends. */
public interface Admitted {
  /** The connection has ended. Once. */
  void release();
}
