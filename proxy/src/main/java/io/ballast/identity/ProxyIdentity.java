package io.ballast.identity;

/** What of a PROXY protocol header is the identity. */
public enum ProxyIdentity {
  /** The source address, without its port. */
  ADDRESS,
  /** {@link ProxyTlv#AUTHORITY}, in small letters like a server name. */
  AUTHORITY,
  /** {@link ProxyTlv#UNIQUE_ID}. */
  UNIQUE_ID,
  /** {@link ProxyTlv#CLIENT_CN}. */
  CLIENT_CN,
  /** {@link ProxyTlv#SET}: what another such proxy in front took for the identity. */
  SET
}
