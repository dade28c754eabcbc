package io.ballast.identity;

import io.ballast.cluster.SetId;

/** What the bytes seen so far say about who the set is. */
public sealed interface Identification {
  /** More bytes are needed to tell. */
  NeedMore NEED_MORE = new NeedMore();

  /** The connection names no set, and more bytes would not change that. */
  None NONE = new None();

  /** More bytes are needed to tell. */
  record NeedMore() implements Identification {}

  /** The set is known. */
  record Identified(SetId set) implements Identification {}

  /** The connection names no set. */
  record None() implements Identification {}

  /**
   * The bytes break the rules of their protocol; the connection is closed.
   *
   * @param problem what is wrong, where, and the rule; holds no byte of the client as it is
   */
  record Malformed(String problem) implements Identification {}
}
