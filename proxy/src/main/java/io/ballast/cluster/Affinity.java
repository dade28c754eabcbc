package io.ballast.cluster;

import java.util.List;

/**
 * Which zone each set is configured for: the set's own entry, else the first rule that matches,
 * else {@code default}.
 *
 * @param rules in the order in which they are tried
 * @param sets the zones of single sets
 */
public record Affinity(List<AffinityRule> rules, SetTable<String> sets) {
  /** Every set in the zone {@code default}. */
  public static final Affinity NONE = new Affinity(List.of(), SetTable.empty());

  /** Copies the list of rules. */
  public Affinity {
    rules = List.copyOf(rules);
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

  /** Whether an entry or a rule names the zone. */
  boolean names(String zone) {
    boolean[] found = {rules.stream().anyMatch(rule -> rule.zone().equals(zone))};
    sets.forEach((set, of) -> found[0] |= of.equals(zone));
    return found[0];
  }

  /** This with the set's own entry changed. */
  Affinity with(SetId set, String zone) {
    return new Affinity(rules, sets.with(set, zone));
  }
}
