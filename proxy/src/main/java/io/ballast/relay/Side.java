package io.ballast.relay;

import io.ballast.session.CloseReason;

/** The end of a session that a leg leads to. */
enum Side {
  CLIENT,
  NODE;

  /** The reason for which a session ends when the leg to this side is broken. */
  CloseReason broken(boolean timedOut) {
    return switch (this) {
      case CLIENT -> timedOut ? CloseReason.CLIENT_TIMEOUT : CloseReason.CLIENT_RESET;
      case NODE -> timedOut ? CloseReason.NODE_TIMEOUT : CloseReason.NODE_RESET;
    };
  }

  /** The reason for which a session ends when the TLS of this side is broken. */
  CloseReason tlsBroken() {
    return this == CLIENT ? CloseReason.CLIENT_TLS_BROKEN : CloseReason.NODE_TLS_BROKEN;
  }

  Side other() {
    return this == CLIENT ? NODE : CLIENT;
  }
}
