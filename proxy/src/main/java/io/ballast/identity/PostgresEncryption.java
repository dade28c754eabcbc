package io.ballast.identity;

/**
 * What is done when a PostgreSQL client asks to encrypt its connection before it says who it is.
 */
public enum PostgresEncryption {
  /**
   * It is told no. A client that prefers encryption goes on without, one that requires it leaves.
   */
  REFUSE,
  /**
   * The node answers. What follows may be encrypted, so the connection names no set; as a rule the
   * listener then falls back to the source address.
   */
  PASS_ON,
  /**
   * This proxy makes the TLS handshake, with the listener's certificate, and reads who the client
   * is in what follows. A client that does not ask for TLS is turned away. Not for GSSAPI.
   */
  TERMINATE
}
