package io.ballast.cluster;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * Which zone each set is configured for: the set's own entry, else the first rule that matches,
 * else {@code default}; and which sets are pinned by what they are called.
 *
 * @param rules in the order in which they are tried
 * @param sets the zones of single sets
 * @param pinned a set whose whole identity one of these matches, its bytes read as ISO-8859-1, is
 *     never moved
 */
public record Affinity(List<AffinityRule> rules, SetTable<String> sets, List<Pattern> pinned) {
  /** Every set in the zone {@code default}. */
  public static final Affinity NONE = new Affinity(List.of(), SetTable.empty());

  /** Copies the lists. */
  public Affinity {
    rules = List.copyOf(rules);
    pinned = List.copyOf(pinned);
  }

  /** An affinity that pins no set. */
  public Affinity(List<AffinityRule> rules, SetTable<String> sets) {
    this(rules, sets, List.of());
  }

  /** The zone of a set that connected from there. */
  public String zoneOf(SetId set, Origin origin) {
    String own = sets.get(set);
    if (own != null) {
      return own;
    }
    for (AffinityRule rule : rules) {
      if (rule.matches(set, origin)) {
        return rule.zone();
      }
    }
    return Zone.DEFAULT;
  }

  /** The pattern by which the set is pinned, if any. */
  public Optional<String> pinning(SetId set) {
    if (pinned.isEmpty()) {
      return Optional.empty();
    }
    String identity = AffinityRule.latin1(set);
    return pinned.stream()
        .filter(pattern -> pattern.matches(identity))
        .map(Pattern::pattern)
        .findFirst();
  }

  /** This with other zones of single sets. */
  public Affinity withSets(SetTable<String> changed) {
    return new Affinity(rules, changed, pinned);
  }

  /** Whether an entry or a rule names the zone. */
  boolean names(String zone) {
    boolean[] found = {rules.stream().anyMatch(rule -> rule.zone().equals(zone))};
    sets.forEach((set, of) -> found[0] |= of.equals(zone));
    return found[0];
  }

  /** This with the set's own entry changed. */
  Affinity with(SetId set, String zone) {
    return withSets(sets.with(set, zone));
  }
}
