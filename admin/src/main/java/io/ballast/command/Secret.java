package io.ballast.command;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a caller has to know. Only its SHA-256 is kept, and nothing prints it. A candidate is
 * compared in a time that does not depend on where it differs.
 */
public final class Secret {
  private final byte[] digest;

  private Secret(byte[] digest) {
    this.digest = digest;
  }

  /**
   * The secret whose bytes are the UTF-8 form of the text.
   *
   * @throws IllegalArgumentException when it is empty
   */
  public static Secret of(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          "secret is empty: a secret has at least one character; leave it out to have none");
    }
    return new Secret(sha256(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Whether the candidate is this secret. */
  public boolean matches(byte[] candidate) {
    return MessageDigest.isEqual(digest, sha256(candidate));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && MessageDigest.isEqual(digest, secret.digest);
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return "(hidden)";
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
