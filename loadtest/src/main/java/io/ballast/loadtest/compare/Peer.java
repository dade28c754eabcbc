package io.ballast.loadtest.compare;

import java.util.Locale;

/** What the load goes through. */
public enum Peer {
  /** Nothing: the load and the backend alone, to know what they cost themselves. */
  DIRECT,
  /** HAProxy with its default configuration, one thread. */
  HAPROXY,
  /** nginx with its stream module, one worker. */
  NGINX,
  /** This proxy, one event loop. */
  BALLAST;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
