package io.ballast.conf;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One object of a configuration, read key by key. Owned by the thread that reads the file.
 *
 * <p>A value that is missing or wrong is reported and replaced by the default or stand-in that the
 * caller gives, so that reading goes on and finds the other problems; nothing that was built is
 * handed out if there was one. A key that nobody asked for is unknown.
 *
 * <p>A settings record states its rules in the message of an {@code IllegalArgumentException}:
 * {@code key = value: rule}. It is reported at the key's line; then the record is built once more
 * without that key, which finds the next fault.
 */
final class Section {
  private static final ConfigObject EMPTY = ConfigFactory.empty().root();

  private final Keys keys;

  private Section(Keys keys) {
    this.keys = keys;
  }

  /** Reads a whole document; empty if nothing could be built. */
  static <T> Optional<T> read(Document document, Reading reading, Function<Section, T> build) {
    return new Section(Keys.of(document, reading)).build(build);
  }

  /** The keys that were asked for in the whole document so far; see {@link Reading#asked}. */
  Map<String, String> asked() {
    return keys.asked();
  }

  /** Whether the key's value is an object. */
  boolean hasObject(String key) {
    return keys.ask(key).filter(v -> v.valueType() == ConfigValueType.OBJECT).isPresent();
  }

  /** The value of a key, or a default. */
  <T> T get(String key, Form<T> form, T orElse) {
    return find(key, form).orElse(orElse);
  }

  /** The value of a key that has no default. */
  <T> Optional<T> find(String key, Form<T> form) {
    return keys.ask(key).flatMap(value -> read(value, form, rule -> keys.reject(key, rule)));
  }

  /** The value of a key that must be there. */
  <T> T require(String key, Form<T> form, T standIn) {
    keys.require(key);
    return get(key, form, standIn);
  }

  /** Reports the key if it is missing. */
  void require(String key) {
    keys.require(key);
  }

  /** A value that no problem shows. */
  <T> Optional<T> secret(String key, Form<T> form) {
    keys.hide(key);
    return find(key, form);
  }

  /** The elements of a list, or a default. */
  <T> List<T> list(String key, Form<T> form, List<T> orElse) {
    return elements(key)
        .map(
            list -> {
              List<T> elements = new ArrayList<>();
              for (int i = 0; i < list.size(); i++) {
                int index = i;
                ConfigValue value = list.get(i);
                read(value, form, rule -> keys.rejectElement(key, index, value, rule))
                    .ifPresent(elements::add);
              }
              return List.copyOf(elements);
            })
        .orElse(orElse);
  }

  /** What is built from each object of a list; empty if the key is missing. */
  <T> List<T> sections(String key, Function<Section, T> build) {
    List<T> built = new ArrayList<>();
    List<ConfigValue> list = elements(key).map(List::<ConfigValue>copyOf).orElse(List.of());
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof ConfigObject element) {
        new Section(keys.element(key, i, element)).build(build).ifPresent(built::add);
      } else {
        keys.rejectElement(key, i, list.get(i), expected("an object in braces", list.get(i)));
      }
    }
    return List.copyOf(built);
  }

  /** An object whose keys are names, with a value each, in the order of the file. */
  <T> Map<String, T> map(String key, Form<T> form) {
    Map<String, T> values = new LinkedHashMap<>();
    Section names = new Section(keys.names(key, object(key)));
    for (String name : names.keys.inOrder()) {
      names.find(name, undivided(form)).ifPresent(value -> values.put(name, value));
    }
    return values;
  }

  /** An object of named objects: what is built from each, in the order of the file. */
  <T> Map<String, T> named(String key, BiFunction<String, Section, T> build) {
    Map<String, T> built = new LinkedHashMap<>();
    Section names = new Section(keys.names(key, object(key)));
    for (String name : names.keys.inOrder()) {
      ConfigObject object = names.object(name);
      if (!names.keys.isRejected(name)) {
        new Section(names.keys.child(name, object))
            .build(section -> build.apply(name, section))
            .ifPresent(value -> built.put(name, value));
      }
    }
    return built;
  }

  /** The names of an object of named objects, in the order of the file. */
  List<String> names(String key) {
    return child(key).keys.inOrder();
  }

  /** What is built from an object; an object that is missing is one whose keys are missing. */
  <T> T section(String key, T standIn, Function<Section, T> build) {
    return child(key).build(build).orElse(standIn);
  }

  /** What is built from an object that must be there. */
  <T> Optional<T> requireSection(String key, Function<Section, T> build) {
    keys.require(key);
    Section child = child(key);
    return keys.isRejected(key) ? Optional.empty() : child.build(build);
  }

  /** Whether the key has a value that has been reported already. */
  boolean isBroken(String key) {
    return keys.isBroken(key);
  }

  /** Reports a key's value as breaking a rule that goes beyond this object. */
  void reject(String key, String rule) {
    keys.reject(key, rule);
  }

  private <T> Optional<T> build(Function<Section, T> build) {
    Optional<T> built = Optional.empty();
    boolean again;
    do {
      again = false;
      try {
        built = Optional.of(build.apply(this));
      } catch (IllegalArgumentException e) {
        again = keys.reject(new Breach(String.valueOf(e.getMessage())));
      }
    } while (again);
    keys.rejectUnknown();
    return built;
  }

  private static <T> Optional<T> read(ConfigValue value, Form<T> form, Consumer<String> reject) {
    if (value.valueType() == ConfigValueType.NULL) {
      reject.accept("null is no value; take the key out to have its default");
      return Optional.empty();
    }
    try {
      return Optional.of(form.read(value));
    } catch (IllegalArgumentException e) {
      reject.accept(new Breach(String.valueOf(e.getMessage())).rule());
      return Optional.empty();
    }
  }

  /** A form for the value of a name: an unquoted dot would make it an object. */
  private static <T> Form<T> undivided(Form<T> form) {
    return value -> {
      if (value.valueType() == ConfigValueType.OBJECT) {
        throw new IllegalArgumentException(
            "a single value is expected, not an object; quote a name that has a dot in it");
      }
      return form.read(value);
    };
  }

  private Section child(String key) {
    ConfigObject object = object(key);
    return new Section(keys.child(key, object));
  }

  private ConfigObject object(String key) {
    ConfigValue value = keys.ask(key).orElse(EMPTY);
    if (value instanceof ConfigObject object) {
      return object;
    }
    keys.reject(key, expected("an object in braces", value));
    return EMPTY;
  }

  private Optional<ConfigList> elements(String key) {
    ConfigValue value = keys.ask(key).orElse(null);
    if (value instanceof ConfigList list) {
      return Optional.of(list);
    }
    if (value != null) {
      keys.reject(key, expected("a list in brackets", value));
    }
    return Optional.empty();
  }

  private static String expected(String what, ConfigValue value) {
    return what + " is expected, not " + Form.kind(value);
  }
}
