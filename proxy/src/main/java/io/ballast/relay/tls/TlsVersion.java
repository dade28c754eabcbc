package io.ballast.relay.tls;

import java.util.ArrayList;
import java.util.List;

/** The versions of TLS that are spoken, the oldest first. */
public enum TlsVersion {
  /** RFC 5246. */
  V1_2("1.2"),
  /** RFC 8446. */
  V1_3("1.3");

  private final String word;

  TlsVersion(String word) {
    this.word = word;
  }

  /** The version as people write it, such as {@code 1.2}. */
  public String word() {
    return word;
  }

  /** The names that the JDK has for this version and those after it. */
  List<String> andLater() {
    List<String> names = new ArrayList<>();
    for (TlsVersion version : values()) {
      if (version.compareTo(this) >= 0) {
        names.add("TLSv" + version.word);
      }
    }
    return names;
  }
}
