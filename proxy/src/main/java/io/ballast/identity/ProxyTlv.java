package io.ballast.identity;

/** The parts of a PROXY protocol version 2 header that are kept; others are passed over. */
public enum ProxyTlv {
  /** The host name that the client asked for (PP2_TYPE_AUTHORITY). */
  AUTHORITY(0x02),
  /** What the sender calls the connection, up to 128 bytes (PP2_TYPE_UNIQUE_ID). */
  UNIQUE_ID(0x05),
  /**
   * The common name of the client's certificate (PP2_SUBTYPE_SSL_CN within PP2_TYPE_SSL), if the
   * sender has verified it.
   */
  CLIENT_CN(0x22),
  /**
   * The identity of the set, 1 to 1,024 bytes as they are: sent by this proxy, in the range that
   * the specification leaves to applications, 0xe0 to 0xef (section 2.2.8).
   */
  SET(0xe5);

  private final int type;

  ProxyTlv(int type) {
    this.type = type;
  }

  /** The type byte on the wire. */
  public int type() {
    return type;
  }
}
