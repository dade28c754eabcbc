package io.ballast.session;

import java.util.Locale;

/** Why a session ended, or why a connection never became one. Each is a label of a metric. */
public enum CloseReason {
  /** Both ends finished sending; the client was the first. */
  CLIENT_CLOSED,
  /** Both ends finished sending; the node was the first. */
  NODE_CLOSED,
  /** The client reset its connection. */
  CLIENT_RESET,
  /** The node reset its connection. */
  NODE_RESET,
  /** The client's host stopped answering. */
  CLIENT_TIMEOUT,
  /** The node's host stopped answering. */
  NODE_TIMEOUT,
  /** The client's TLS stream broke off without its closing alert, or broke the rules of TLS. */
  CLIENT_TLS_BROKEN,
  /** The node's TLS stream broke off without its closing alert, or broke the rules of TLS. */
  NODE_TLS_BROKEN,
  /** No byte went either way for the {@code idle} time. */
  IDLE,
  /** One end finished sending, and no byte came from the other for the {@code half-closed} time. */
  HALF_CLOSED_TIMEOUT,
  /** No node of the set's zones may take a session. */
  NO_NODE,
  /** Every node of the set's list refused the connection or did not answer in time. */
  CONNECT_FAILED,
  /** This process has no free descriptor or no free local port for the connection to a node. */
  NO_LOCAL_RESOURCES,
  /** The client left before it was connected to a node. */
  CLIENT_LEFT,
  /** The first bytes did not say who the set is within the {@code identify} time. */
  IDENTIFY_TIMEOUT,
  /** The TLS handshake with the client failed, or it came without TLS. */
  TLS_HANDSHAKE,
  /** The first bytes break the rules of the protocol that the identity is taken from. */
  MALFORMED,
  /** The connection names no set, and the listener rejects those. */
  NO_IDENTITY,
  /** Clients with that address may not connect to the listener. */
  DENIED,
  /** The listener has as many connections of unknown sets as it may have, in all or of a source. */
  LIMIT_UNIDENTIFIED,
  /** The listener has as many sessions as it may have. */
  LIMIT_SESSIONS,
  /** The source has as many sessions as it may have. */
  LIMIT_PER_SOURCE,
  /** Connections come faster than the listener takes them. */
  LIMIT_RATE,
  /** The node is removed. */
  NODE_REMOVED,
  /** The cluster was removed from the configuration. */
  CLUSTER_REMOVED,
  /** An operator closed it. */
  OPERATOR,
  /** The process is shutting down. */
  SHUTDOWN,
  /** It was moved to another node by closing it, so that the set comes back there. */
  MOVED,
  /** It was to end gently, and the node went on sending for longer than that may take. */
  GENTLE_CLOSE_TIMEOUT,
  /** It was ended gently, and bytes that the client sent meanwhile were discarded. */
  GENTLE_CLOSE_DISCARDED,
  /** A fault of this process; the log has more. */
  INTERNAL_ERROR;

  /** The word that people see, such as {@code client-closed}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
