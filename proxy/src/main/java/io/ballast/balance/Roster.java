package io.ballast.balance;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Numbers for names, so that columns hold ints. A number stays with its name until {@link #retain}
 * takes it back. Owned by the control thread.
 */
final class Roster {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private String[] names = new String[16];
  private int size;

  Roster() {}

  /** A copy that goes on by itself. */
  Roster(Roster other) {
    numbers.putAll(other.numbers);
    free.addAll(other.free);
    names = other.names.clone();
    size = other.size;
  }

  /** The number of the name, a new one if it has none. */
  int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    int number = free.isEmpty() ? size++ : free.pop();
    if (number == names.length) {
      names = Arrays.copyOf(names, 2 * number);
    }
    names[number] = name;
    numbers.put(name, number);
    return number;
  }

  /** The number of the name, or {@link SessionTable#NONE}. */
  int find(String name) {
    return numbers.getOrDefault(name, SessionTable.NONE);
  }

  /** The name with that number. */
  String name(int number) {
    return names[number];
  }

  /** One more than the highest number given out. */
  int size() {
    return size;
  }

  /** Takes back the numbers that are not used. */
  void retain(IntPredicate used) {
    for (int number = 0; number < size; number++) {
      if (names[number] != null && !used.test(number)) {
        numbers.remove(names[number]);
        names[number] = null;
        free.push(number);
      }
    }
  }
}
