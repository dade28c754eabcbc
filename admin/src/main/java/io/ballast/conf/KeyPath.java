package io.ballast.conf;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import java.util.List;

/**
 * How a key is written in full: elements joined by dots, quoted where HOCON wants it, and {@code
 * [i]} for the i-th element of a list: {@code clusters.phones.affinity.rules[0].zone}.
 */
final class KeyPath {
  /** The path of the file's root. */
  static final String ROOT = "";

  /** The one key at the root, left out where a path is shown. */
  static final String TOP = "ballast";

  private KeyPath() {}

  static String child(String path, String key) {
    String quoted = ConfigUtil.joinPath(key);
    return path.isEmpty() ? quoted : path + "." + quoted;
  }

  static String element(String path, int index) {
    return path + "[" + index + "]";
  }

  /** The path as problems show it. */
  static String shown(String path) {
    return path.startsWith(TOP + ".") ? path.substring(TOP.length() + 1) : path;
  }

  /** A path expression's elements, or the text itself if it is not a path expression. */
  static List<String> elements(String expression) {
    try {
      return ConfigUtil.splitPath(expression);
    } catch (ConfigException e) {
      return List.of(expression);
    }
  }
}
