package io.ballast.identity;

/** What a listener takes the identity of its sets from. */
public sealed interface IdentitySettings {
  /** The source that reads it. */
  IdentitySource source();

  /** The client's address: everything behind one address is one set. */
  record SourceAddress() implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new SourceAddressSource();
    }
  }

  /** The client's address and port: each connection is a set of its own. */
  record SourceEndpoint() implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new SourceEndpointSource();
    }
  }

  /**
   * A part of the first line that the client sends.
   *
   * @param pattern an RE2 pattern with a group {@code id}, searched for in the line without its
   *     end; a byte counts as the character of its number (ISO-8859-1)
   */
  record Line(String pattern) implements IdentitySettings {
    /**
     * @throws IllegalArgumentException if the pattern is malformed or has no group {@code id}
     */
    public Line {
      LineSource.compile(pattern);
    }

    @Override
    public IdentitySource source() {
      return new LineSource(pattern);
    }
  }
}
