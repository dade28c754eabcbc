package io.ballast.loadtest.report;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** One line of a report: a JSON object whose first member, {@code type}, says what it tells. */
public final class JsonLine {
  private final Map<String, Object> members = new LinkedHashMap<>();

  private JsonLine(String type) {
    members.put("type", type);
  }

  /** A line of a type, without other members yet. */
  public static JsonLine of(String type) {
    return new JsonLine(type);
  }

  /**
   * Adds a member, which the line does not have yet.
   *
   * @param value text, a finite number, a truth value, or a list or map of such
   */
  public JsonLine with(String name, Object value) {
    if (members.put(name, value) != null) {
      throw new IllegalArgumentException("member " + name + " is there twice");
    }
    return this;
  }

  /**
   * Reads a line.
   *
   * @throws com.typesafe.config.ConfigException when it is not a JSON object
   */
  public static Config read(String line) {
    return ConfigFactory.parseString(
        line, ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON));
  }

  @Override
  public String toString() {
    return render(members);
  }

  private static String render(Object value) {
    if (value instanceof Map<?, ?> map) {
      StringJoiner object = new StringJoiner(",", "{", "}");
      map.forEach((name, member) -> object.add(render(name.toString()) + ":" + render(member)));
      return object.toString();
    }
    if (value instanceof List<?> list) {
      StringJoiner array = new StringJoiner(",", "[", "]");
      list.forEach(element -> array.add(render(element)));
      return array.toString();
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      throw new IllegalArgumentException(number + " cannot be written as JSON");
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    return ConfigUtil.quoteString(value.toString());
  }
}
