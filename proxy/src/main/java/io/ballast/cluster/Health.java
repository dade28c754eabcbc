package io.ballast.cluster;

import java.util.Locale;

/** Whether a node answers, as its checks see it. A node that was just added counts as up. */
public enum Health {
  UP,
  DOWN;

  /** The word that people see: {@code up} or {@code down}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
