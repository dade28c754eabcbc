package io.ballast.conf;

import com.typesafe.config.ConfigResolver;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import io.ballast.conf.KeyScan.Substitution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers for each {@code ${…}} that no key answers: from the environment, or with a problem at
 * each place that needs it. A missing value becomes a stand-in, so that all of them are found in
 * one go. Owned by the thread that reads the file.
 */
final class Substitutions implements ConfigResolver {
  /** No text of a file holds this character unescaped, nor does an environment variable. */
  private static final String STAND_IN = "\u0000unresolved";

  private final Map<String, String> environment;
  private final Problems problems;
  private final Map<String, List<Place>> needed = new HashMap<>();

  Substitutions(SourceFile file, Map<String, String> environment, Problems problems) {
    this.environment = environment;
    this.problems = problems;
    collect(file);
  }

  private void collect(SourceFile file) {
    for (Substitution substitution : file.scan().substitutions()) {
      List<Place> places = needed.computeIfAbsent(substitution.name(), n -> new ArrayList<>(1));
      if (!substitution.optional()) {
        places.add(new Place(file.name(), substitution.line()));
      }
    }
    file.included().forEach(this::collect);
  }

  /** Whether a value stands for one that could not be found, which has been reported. */
  static boolean isStandIn(ConfigValue value) {
    return value.valueType() == ConfigValueType.STRING
        && value.unwrapped().toString().contains(STAND_IN);
  }

  @Override
  public ConfigValue lookup(String path) {
    String name = asWritten(path);
    String value = environment.get(name);
    if (value != null) {
      return ConfigValueFactory.fromAnyRef(value, "environment variable " + name);
    }
    List<Place> places = needed.getOrDefault(name, List.of());
    for (Place place : places) {
      problems.add(
          place,
          "${"
              + name
              + "}: there is no such key and no such environment variable: set it, or write ${?"
              + name
              + "} if it may be missing");
    }
    return places.isEmpty() ? null : ConfigValueFactory.fromAnyRef(STAND_IN, "nowhere");
  }

  /** A substitution in an included file is looked up below the including key first. */
  private String asWritten(String path) {
    List<String> elements = KeyPath.elements(path);
    for (int from = 0; from < elements.size(); from++) {
      String name = ConfigUtil.joinPath(elements.subList(from, elements.size()));
      if (needed.containsKey(name)) {
        return name;
      }
    }
    return path;
  }

  @Override
  public ConfigResolver withFallback(ConfigResolver fallback) {
    return this;
  }
}
