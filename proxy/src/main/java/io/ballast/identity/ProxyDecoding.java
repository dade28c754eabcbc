package io.ballast.identity;

/** What the bytes seen so far are as a PROXY protocol header. */
public sealed interface ProxyDecoding {
  /** The header has not ended. */
  NeedMore NEED_MORE = new NeedMore();

  /** The header has not ended. */
  record NeedMore() implements ProxyDecoding {}

  /** A header stands there. */
  record Decoded(ProxyHeader header) implements ProxyDecoding {}

  /**
   * There is no valid header; the connection is closed.
   *
   * @param problem what is wrong, where, and the rule; holds no byte of the sender as it is
   */
  record Malformed(String problem) implements ProxyDecoding {}
}
