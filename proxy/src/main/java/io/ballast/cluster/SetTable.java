package io.ballast.cluster;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * An immutable map from identities to values. An edit copies one of 1,024 parts, so a table of
 * 100,000 entries changes in microseconds and old snapshots keep theirs.
 *
 * @param <V> what is known of a set
 */
public final class SetTable<V> {
  private static final int PARTS = 1024;

  private final Map<SetId, V>[] parts;
  private final int size;

  private SetTable(Map<SetId, V>[] parts, int size) {
    this.parts = parts;
    this.size = size;
  }

  /** The table without entries. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <V> SetTable<V> empty() {
    Map<SetId, V>[] parts = new Map[PARTS];
    Arrays.fill(parts, Map.of());
    return new SetTable<>(parts, 0);
  }

  /** The table with these entries. */
  public static <V> SetTable<V> of(Map<SetId, V> entries) {
    SetTable<V> table = empty();
    for (Map.Entry<SetId, V> entry : entries.entrySet()) {
      int part = part(entry.getKey());
      if (table.parts[part].isEmpty()) {
        table.parts[part] = new HashMap<>();
      }
      table.parts[part].put(entry.getKey(), entry.getValue());
    }
    return new SetTable<>(table.parts, entries.size());
  }

  private static int part(SetId set) {
    int hash = set.hashCode();
    return (hash ^ (hash >>> 16)) & (PARTS - 1);
  }

  /** The value of the set, or null if it has none. */
  public V get(SetId set) {
    return parts[part(set)].get(set);
  }

  /** How many sets have a value. */
  public int size() {
    return size;
  }

  /** This table with the set's value replaced or added. */
  public SetTable<V> with(SetId set, V value) {
    Map<SetId, V> copy = new HashMap<>(parts[part(set)]);
    boolean added = copy.put(set, value) == null;
    return replaced(part(set), copy, size + (added ? 1 : 0));
  }

  /** This table without the set. */
  public SetTable<V> without(SetId set) {
    if (get(set) == null) {
      return this;
    }
    Map<SetId, V> copy = new HashMap<>(parts[part(set)]);
    copy.remove(set);
    return replaced(part(set), copy, size - 1);
  }

  private SetTable<V> replaced(int part, Map<SetId, V> copy, int newSize) {
    Map<SetId, V>[] newParts = parts.clone();
    newParts[part] = copy;
    return new SetTable<>(newParts, newSize);
  }

  /** Hands each entry to the visitor, in no particular order. */
  public void forEach(BiConsumer<? super SetId, ? super V> visitor) {
    for (Map<SetId, V> part : parts) {
      part.forEach(visitor);
    }
  }

  /** A copy of the entries. */
  public Map<SetId, V> toMap() {
    Map<SetId, V> all = new HashMap<>(size * 2);
    forEach(all::put);
    return all;
  }
}
