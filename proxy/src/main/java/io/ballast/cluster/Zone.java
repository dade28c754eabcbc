package io.ballast.cluster;

/**
 * A group of nodes.
 *
 * @param name unique in its cluster
 * @param backup the zone that takes its sets when it has no eligible node; {@code default} has
 *     itself, which is none
 */
public record Zone(String name, String backup) {
  /** The zone that every cluster has; it cannot be removed. */
  public static final String DEFAULT = "default";

  /**
   * @throws IllegalArgumentException if a name is malformed, or a zone other than {@code default}
   *     is its own backup
   */
  public Zone {
    Names.check("zone", name);
    Names.check("zone", backup);
    if (name.equals(DEFAULT) != backup.equals(name)) {
      throw new IllegalArgumentException(
          name.equals(DEFAULT)
              ? "backup of default = "
                  + backup
                  + ": the zone default is the last resort of every zone and has no backup"
              : "backup of "
                  + name
                  + " = "
                  + backup
                  + ": a zone cannot back itself up; choose another, such as default");
    }
  }

  /** A zone backed up by {@code default}. */
  public Zone(String name) {
    this(name, DEFAULT);
  }
}
