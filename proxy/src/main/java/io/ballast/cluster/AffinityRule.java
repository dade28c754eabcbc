package io.ballast.cluster;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A rule that gives sets their zone by where they connect from or what they are called. All the
 * conditions it has must hold.
 *
 * @param source the network that the client's address is of
 * @param identity a pattern that the whole identity matches, its bytes read as ISO-8859-1
 * @param listener the listener that accepted the connection
 * @param zone the zone of the sets that match
 */
public record AffinityRule(
    Optional<Network> source, Optional<Pattern> identity, Optional<String> listener, String zone) {
  /**
   * @throws IllegalArgumentException if the rule has no condition or the zone's name is malformed
   */
  public AffinityRule {
    Names.check("zone", zone);
    if (source.isEmpty() && identity.isEmpty() && listener.isEmpty()) {
      throw new IllegalArgumentException(
          "rule for zone "
              + zone
              + ": a rule has at least one of source, identity and listener; for the sets that no"
              + " rule matches there is the zone default");
    }
  }

  /** Whether the rule applies to a set that connected from there. */
  boolean matches(SetId set, Origin origin) {
    return (listener.isEmpty() || listener.get().equals(origin.listener()))
        && (source.isEmpty() || source.get().contains(origin.source().getAddress()))
        && (identity.isEmpty() || identity.get().matches(latin1(set)));
  }

  static String latin1(SetId set) {
    return new String(set.bytes(), StandardCharsets.ISO_8859_1);
  }
}
