package io.ballast.cluster;

import java.util.Locale;

/**
 * Says why a change was not made; nothing has changed. The message names what is wrong and the
 * remedy. It is an answer, not a fault, so it carries no stack trace.
 */
public final class ChangeRefused extends Exception {
  /** What kind of answer it is. */
  public enum Kind {
    /** What the change names does not exist. */
    NOT_FOUND,
    /** What the change makes exists already and is different. */
    CONFLICT,
    /** A rule of the cluster forbids it. */
    REFUSED,
    /** It could not be made durable. */
    FAILED;

    /**
     * The word in an answer: {@code not-found}, {@code conflict}, {@code refused}, {@code failed}.
     */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Kind kind;

  /** A refusal of that kind. */
  public ChangeRefused(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  /** What kind of answer it is. */
  public Kind kind() {
    return kind;
  }

  /** A set may be neither moved nor unpinned, since a pattern of the configuration pins it. */
  public static ChangeRefused pinnedBy(String pattern, SetId set) {
    return refused(
        "set "
            + set
            + " is pinned by the configuration's pattern "
            + pattern
            + "; change affinity.pinned-patterns, then RELOAD");
  }

  static ChangeRefused notFound(String message) {
    return new ChangeRefused(Kind.NOT_FOUND, message);
  }

  static ChangeRefused conflict(String message) {
    return new ChangeRefused(Kind.CONFLICT, message);
  }

  static ChangeRefused refused(String message) {
    return new ChangeRefused(Kind.REFUSED, message);
  }
}
