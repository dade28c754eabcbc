package io.ballast.conf;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.ballast.command.Nearest;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys of one object: where they stand, which were asked for, and which were rejected. Owned by
 * the thread that reads the file.
 */
final class Keys {
  private final Reading reading;
  private final ConfigObject object;
  private final Place place;
  private final String path;
  private final String pattern;

  /** Whether the keys are names that an operator chose. */
  private final boolean names;

  private final int reportsBefore;

  /** Keys that were asked for: the others are unknown. */
  private final Set<String> known = new TreeSet<>();

  /** Keys whose value was reported: they read as if they were not there. */
  private final Set<String> rejected = new HashSet<>();

  private final Set<String> secrets = new HashSet<>();

  private Keys(
      Reading reading,
      ConfigObject object,
      Place place,
      String path,
      String pattern,
      boolean names) {
    this.reading = reading;
    this.object = object;
    this.place = place;
    this.path = path;
    this.pattern = pattern;
    this.names = names;
    this.reportsBefore = reading.problems().reports();
  }

  /** The keys of a whole document. */
  static Keys of(Document document, Reading reading) {
    Place whole = new Place(document.name(), 0);
    return new Keys(reading, document.root(), whole, KeyPath.ROOT, KeyPath.ROOT, false);
  }

  /** The value of a key, or empty if it is missing, rejected, or a stand-in. */
  Optional<ConfigValue> ask(String key) {
    known.add(key);
    reading.asked().put(path(key), pattern(key));
    return Optional.ofNullable(object.get(key))
        .filter(value -> !rejected.contains(key) && !Substitutions.isStandIn(value));
  }

  /** See {@link Reading#asked}. */
  Map<String, String> asked() {
    return Collections.unmodifiableMap(reading.asked());
  }

  /** Reports the key if it is missing. */
  void require(String key) {
    known.add(key);
    if (!object.containsKey(key) && rejected.add(key)) {
      reading.reject(place, path(key), "missing, and it has no default: add it");
    }
  }

  /** From now on no problem shows the key's value. */
  void hide(String key) {
    secrets.add(key);
  }

  /** Reports a key's value, once. */
  void reject(String key, String rule) {
    if (!rejected.add(key)) {
      return;
    }
    ConfigValue value = object.get(key);
    if (value == null) {
      reading.reject(place, path(key), rule);
    } else if (secrets.contains(key)) {
      String secret = String.valueOf(value.unwrapped());
      boolean tells = !secret.isEmpty() && rule.contains(secret);
      reading.reject(place(key), path(key), tells ? "this value cannot be used" : rule);
    } else {
      reading.reject(place(key), path(key), value, rule);
    }
  }

  /** Reports an element of a list, after which the list counts as rejected. */
  void rejectElement(String key, int index, ConfigValue value, String rule) {
    reading.reject(place(key, value), path(key, index), value, rule);
    rejected.add(key);
  }

  /**
   * Reports a rule that a settings record found broken. A rule that names no key may be broken by a
   * stand-in only, so it counts only if all of this object was right so far.
   *
   * @return whether the record may be built once more, the key being left out
   */
  boolean reject(Breach breach) {
    String key = breach.key().filter(object::containsKey).orElse(null);
    if (key == null && reading.problems().reports() == reportsBefore) {
      reading.reject(place, path.isEmpty() ? KeyPath.TOP : path, breach.text());
    }
    if (key == null || rejected.contains(key)) {
      return false;
    }
    reject(key, breach.rule());
    return true;
  }

  boolean isRejected(String key) {
    return rejected.contains(key);
  }

  /** Whether the key has a value that has been reported, as wrong or as not to be found. */
  boolean isBroken(String key) {
    ConfigValue value = object.get(key);
    return value != null && (rejected.contains(key) || Substitutions.isStandIn(value));
  }

  /** Reports every key that was not asked for. */
  void rejectUnknown() {
    Set<String> absent = new TreeSet<>(known);
    absent.removeAll(object.keySet());
    for (String key : inOrder()) {
      if (!known.contains(key)) {
        reading.reject(place(key), path(key), "unknown key; " + remedy(key, absent));
      }
    }
  }

  private String remedy(String key, Set<String> absent) {
    boolean divided = pattern.endsWith("*") && object.get(key) instanceof ConfigObject;
    return Nearest.to(key, absent)
        .or(() -> Nearest.to(key, known))
        .map(near -> "did you mean " + near + "?")
        .orElse(
            divided
                ? "a name that has a dot in it stands in quotes"
                : "known here: " + String.join(", ", known));
  }

  /** All keys that have a value, as they were first written. */
  List<String> inOrder() {
    Map<String, Integer> order = new HashMap<>();
    object.keySet().forEach(key -> order.put(key, reading.index().order(path(key))));
    return order.keySet().stream()
        .sorted(comparing((String key) -> order.get(key)).thenComparing(naturalOrder()))
        .toList();
  }

  /** Where a key stands, or its object if the key is missing. */
  Place place(String key) {
    ConfigValue value = object.get(key);
    return value == null ? place : reading.index().find(path(key), value).orElse(place);
  }

  /** The keys of an object that is a key's value. */
  Keys child(String key, ConfigObject value) {
    return new Keys(reading, value, place(key), path(key), pattern(key), false);
  }

  /** The keys of an object that is a key's value, where they are names that an operator chose. */
  Keys names(String key, ConfigObject value) {
    return new Keys(reading, value, place(key), path(key), pattern(key), true);
  }

  /** The keys of an object that is an element of a list. */
  Keys element(String key, int index, ConfigObject value) {
    Place at = place(key, value);
    return new Keys(reading, value, at, path(key, index), pattern(key) + "[]", false);
  }

  private Place place(String key, ConfigValue element) {
    return Place.of(element.origin()).orElseGet(() -> place(key));
  }

  private String path(String key) {
    return KeyPath.child(path, key);
  }

  private String path(String key, int index) {
    return KeyPath.element(path(key), index);
  }

  private String pattern(String key) {
    return names ? pattern + ".*" : KeyPath.child(pattern, key);
  }
}
