package io.ballast.relay;

/** The end of a session that a leg leads to. */
enum Side {
  CLIENT,
  NODE;

  Side other() {
    return this == CLIENT ? NODE : CLIENT;
  }
}
