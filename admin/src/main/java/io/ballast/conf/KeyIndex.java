package io.ballast.conf;

import com.typesafe.config.ConfigValue;
import io.ballast.conf.KeyScan.Assignment;
import io.ballast.conf.KeyScan.Include;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where each key stands. A parsed value knows its own line, but one that came through a
 * substitution knows the line of another key, or none: then the line of the key is what a person
 * has to edit.
 */
final class KeyIndex {
  private final Map<String, List<Place>> places = new HashMap<>();
  private final Map<String, Integer> order = new HashMap<>();

  static KeyIndex of(SourceFile file) {
    KeyIndex index = new KeyIndex();
    index.add(file, KeyPath.ROOT);
    return index;
  }

  /**
   * Takes keys and includes in the order of the text, so that the last place is the one in force.
   */
  private void add(SourceFile file, String prefix) {
    int includes = 0;
    for (Assignment key : file.scan().keys()) {
      for (; includes < key.includesBefore(); includes++) {
        addIncluded(file, includes, prefix);
      }
      String path = join(prefix, key.path());
      places.computeIfAbsent(path, p -> new ArrayList<>(1)).add(new Place(file.name(), key.line()));
      order.putIfAbsent(path, order.size());
    }
    for (; includes < file.scan().includes().size(); includes++) {
      addIncluded(file, includes, prefix);
    }
  }

  private void addIncluded(SourceFile file, int number, String prefix) {
    if (number < file.included().size()) {
      Include include = file.scan().includes().get(number);
      add(file.included().get(number), join(prefix, include.path()));
    }
  }

  private static String join(String prefix, String path) {
    return prefix.isEmpty() || path.isEmpty() ? prefix + path : prefix + "." + path;
  }

  /**
   * The place of a key: that of its value if the key stands there too, else where it stands last.
   */
  Optional<Place> find(String path, ConfigValue value) {
    Optional<Place> origin = Place.of(value.origin());
    List<Place> written = places.getOrDefault(path, List.of());
    if (written.isEmpty() || origin.filter(written::contains).isPresent()) {
      return origin;
    }
    return Optional.of(written.get(written.size() - 1));
  }

  /**
   * A number by which keys sort as they were first written; those not written as keys come last.
   */
  int order(String path) {
    return order.getOrDefault(path, Integer.MAX_VALUE);
  }
}
