package io.ballast.conf;

import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the sections of one document share: where keys stand, the problems, and which keys were
 * asked for. Owned by the thread that reads the file.
 *
 * @param index where keys stand
 * @param problems takes what is found
 * @param asked the path of every key that was asked for, and its pattern: {@code *} stands for
 *     names that the operator chooses, {@code []} for elements of lists
 */
record Reading(KeyIndex index, Problems problems, Map<String, String> asked) {
  private static final int LONGEST_SHOWN = 80;

  static Reading of(KeyIndex index, Problems problems) {
    return new Reading(index, problems, new TreeMap<>());
  }

  /** Reports a value: {@code path = value: rule}. */
  void reject(Place place, String path, ConfigValue value, String rule) {
    problems.add(place, KeyPath.shown(path) + " = " + shown(value) + ": " + rule);
  }

  /** Reports a key whose value is missing, unimportant or secret: {@code path: rule}. */
  void reject(Place place, String path, String rule) {
    problems.add(place, KeyPath.shown(path) + ": " + rule);
  }

  /** A value on one line, cut if it is long, quoted unless it is a plain word or number. */
  private static String shown(ConfigValue value) {
    String text =
        switch (value.valueType()) {
          case OBJECT -> "{...}";
          case LIST -> "[...]";
          default -> String.valueOf(value.unwrapped());
        };
    if (text.length() > LONGEST_SHOWN) {
      text = text.substring(0, LONGEST_SHOWN) + "...";
    }
    boolean plain =
        value.valueType() != ConfigValueType.STRING || text.matches("[A-Za-z0-9_.:/+-]+");
    return plain ? text : ConfigUtil.quoteString(text);
  }
}
