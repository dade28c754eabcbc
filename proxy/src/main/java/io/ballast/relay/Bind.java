package io.ballast.relay;

import io.ballast.cluster.HostPort;

/**
 * Where a listener listens. Its text is what people write: {@code host:port} or {@code fd@name}.
 */
public sealed interface Bind {
  /** What the text of a {@link Passed} begins with. */
  String PASSED = "fd@";

  /**
   * An address that the listener opens itself.
   *
   * @param at its host and port; port 0 for any free port
   */
  record Address(HostPort at) implements Bind {
    @Override
    public String toString() {
      return at.toString();
    }
  }

  /**
   * A listening socket that whoever started the process opened for it.
   *
   * @param name its name, or the number of its descriptor
   */
  record Passed(String name) implements Bind {
    /**
     * @throws IllegalArgumentException if no socket can have that name
     */
    public Passed {
      if (name.isEmpty() || !name.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':')) {
        throw new IllegalArgumentException(
            "\""
                + PASSED
                + name
                + "\": write fd@ and the name (FileDescriptorName) or the number of a socket that"
                + " is passed at the start, such as fd@sets or fd@3");
      }
    }

    @Override
    public String toString() {
      return PASSED + name;
    }
  }

  /**
   * Reads {@code host:port} or {@code fd@name}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  static Bind parse(String text) {
    return text.startsWith(PASSED)
        ? new Passed(text.substring(PASSED.length()))
        : new Address(HostPort.parse(text));
  }
}
