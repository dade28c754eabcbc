package io.ballast.command;

import java.util.Objects;
import java.util.Optional;

/**
 * Who speaks on one connection, and what was settled with him so far. Confined to the thread that
 * runs the connection's commands.
 */
public final class Caller {
  private final String peer;
  private final String source;
  private boolean trusted;
  private String cluster;
  private final Candidate candidate = new Candidate();

  /**
   * A caller at the start of a conversation.
   *
   * @param peer who it is, for the log: the address and port of the other end
   * @param source what failed attempts to authenticate are counted by: the address alone
   * @param trusted whether it may give every command without {@code AUTH}
   */
  public Caller(String peer, String source, boolean trusted) {
    this.peer = Objects.requireNonNull(peer, "peer");
    this.source = Objects.requireNonNull(source, "source");
    this.trusted = trusted;
  }

  /** Who the caller is, for the log. */
  public String peer() {
    return peer;
  }

  /** Whether every command may be given. */
  public boolean isTrusted() {
    return trusted;
  }

  String source() {
    return source;
  }

  void trust() {
    trusted = true;
  }

  /** The configuration that the caller sends. */
  Candidate candidate() {
    return candidate;
  }

  /** The cluster chosen with {@code USE}. */
  Optional<String> cluster() {
    return Optional.ofNullable(cluster);
  }

  void use(String name) {
    cluster = name;
  }
}
