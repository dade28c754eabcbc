package io.ballast;

/** The version of this build. */
public final class Version {
  private static final String UNPACKAGED = "development";

  private Version() {}

  /** The version as the jar's manifest states it, or {@code development} when run from classes. */
  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? UNPACKAGED : version;
  }
}
