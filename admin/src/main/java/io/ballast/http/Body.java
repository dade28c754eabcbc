package io.ballast.http;

import java.util.Iterator;

/** What follows the head of a response. */
sealed interface Body permits Bytes, Body.Pieces, Body.Endless {

  /**
   * A body that is made while it is read, a piece at a time.
   *
   * @param pieces of some kilobytes each
   */
  record Pieces(Iterator<Bytes> pieces) implements Body {}

  /**
   * Events until the caller has enough.
   *
   * @param events what happens
   */
  record Endless(Events events) implements Body {}
}
