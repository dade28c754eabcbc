package io.ballast.loadtest.compare;

import java.util.Locale;

/** What the load goes through. */
public enum Peer {
  /** Nothing: the load and the backend alone, to know what they cost themselves. */
  DIRECT,
  /** HAProxy with its default configuration. */
  HAPROXY,
  /** HAProxy that leaves the bytes in the kernel, in pipes of 256 KiB. */
  HAPROXY_SPLICE,
  /** nginx with its stream module. */
  NGINX,
  /** Another build of this proxy, such as the one before a change. */
  BALLAST_BEFORE,
  /** This proxy. */
  BALLAST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
