package io.ballast.command;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

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

  /**
   * Checks that an address which others than this host can reach is protected.
   *
   * @param bind where an admin channel is to listen
   * @throws IllegalArgumentException when it is not loopback and there is no secret
   */
  public static void checkProtects(HostPort bind, Optional<Secret> secret) {
    if (secret.isEmpty() && !isLoopback(bind.host())) {
      throw new IllegalArgumentException(
          "bind = "
              + bind
              + ": an admin address that is not loopback needs a secret; set one, or bind to"
              + " 127.0.0.1");
    }
  }

  /** A name other than localhost may stand for any address, so it does not count as loopback. */
  private static boolean isLoopback(String host) {
    return host.equalsIgnoreCase("localhost")
        || Network.address(host).filter(InetAddress::isLoopbackAddress).isPresent();
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
