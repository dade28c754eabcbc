package io.ballast.sim;

/** What a line that a set received is to it. */
public enum Reply {
  /** The answer to its greeting. */
  GREETED,

  /** The answer to the request whose turn it was. */
  ANSWERED,

  /** The answer to an earlier request, after that to a later one. */
  REORDERED,

  /** An answer that it already had. */
  DOUBLED,

  /** Not an answer to anything that it asked: other bytes, or another set's. */
  FOREIGN
}
