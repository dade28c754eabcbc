package io.ballast.loadtest;

import io.ballast.sim.SimulatedSets.Member;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which sets take part: group by group, {@code name-1} to {@code name-n}.
 *
 * @param sizes how many sets each group has, by its name, in the order in which addresses are given
 *     out
 */
record SetGroups(Map<String, Integer> sizes) {
  /** The name of a group that is given none. */
  static final String DEFAULT_NAME = "set";

  /** The process may have some 20,000 descriptors; this leaves it a few. */
  static final int MAX_SETS = 19_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  SetGroups {
    sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    sizes.forEach(
        (name, size) -> {
          if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                "group " + name + ": a name is of letters, digits, - _ and .");
          }
          if (size < 0) {
            throw new IllegalArgumentException("group " + name + ": " + size + " is below 0");
          }
        });
    long total = sizes.values().stream().mapToLong(Integer::longValue).sum();
    if (total < 1 || total > MAX_SETS) {
      throw new IllegalArgumentException(
          total + " sets: a process has from 1 to " + MAX_SETS + "; start a second one for more");
    }
  }

  int total() {
    return sizes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** As the command line has it. */
  String argument() {
    List<String> parts = new ArrayList<>();
    sizes.forEach((name, size) -> parts.add(name + "=" + size));
    return String.join(",", parts);
  }

  /**
   * The sets, each with an address of its own, one after the other.
   *
   * @param first the address of the first set, of IPv4
   */
  List<Member> members(InetAddress first) {
    List<Member> members = new ArrayList<>(total());
    sizes.forEach(
        (name, size) -> {
          for (int i = 1; i <= size; i++) {
            members.add(
                new Member(name + "-" + i, new InetSocketAddress(after(first, members.size()), 0)));
          }
        });
    return members;
  }

  private static InetAddress after(InetAddress first, int steps) {
    byte[] bytes = first.getAddress();
    int carry = steps;
    for (int i = bytes.length - 1; i >= 0 && carry > 0; i--) {
      int sum = (bytes[i] & 0xff) + carry;
      bytes[i] = (byte) sum;
      carry = sum >>> 8;
    }
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError("the length of an address did not change", e);
    }
  }
}
