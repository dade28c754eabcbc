package io.ballast.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** Reads the secret out of an {@code Authorization} header. */
final class Credentials {
  private Credentials() {}

  /**
   * The secret's bytes: of {@code Bearer SECRET} what follows, of {@code Basic} the password; empty
   * if the header is neither.
   */
  static Optional<byte[]> secret(String header) {
    int space = header.indexOf(' ');
    if (space < 0) {
      return Optional.empty();
    }
    String credentials = header.substring(space + 1).strip();
    return switch (header.substring(0, space).toLowerCase(Locale.ROOT)) {
      case "bearer" -> Optional.of(credentials.getBytes(StandardCharsets.ISO_8859_1));
      case "basic" -> password(credentials);
      default -> Optional.empty();
    };
  }

  private static Optional<byte[]> password(String credentials) {
    byte[] decoded;
    try {
      decoded = Base64.getDecoder().decode(credentials);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    String userAndPassword = new String(decoded, StandardCharsets.ISO_8859_1);
    int colon = userAndPassword.indexOf(':');
    return colon < 0
        ? Optional.empty()
        : Optional.of(userAndPassword.substring(colon + 1).getBytes(StandardCharsets.ISO_8859_1));
  }
}
