package io.ballast.conf;

import io.ballast.conf.KeyScan.Assignment;
import io.ballast.conf.KeyScan.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds keys that one file gives twice, where the parser would silently let the last one win. Two
 * objects are merged, which is a way of writing; a value made of substitutions may mean the one
 * before it, as in {@code bind = ${?BIND}} after a default; and an including file may override what
 * it includes.
 */
final class DoubledKeys {
  private final KeyScan scan;

  DoubledKeys(KeyScan scan) {
    this.scan = scan;
  }

  void report(String file, Problems problems) {
    Map<String, Assignment> seen = new HashMap<>();
    Set<String> doubled = new HashSet<>();
    for (Assignment key : scan.keys()) {
      Assignment before = seen.put(key.path(), key);
      if (before == null || key.kind() == Kind.DERIVED || bothObjects(before, key)) {
        continue;
      }
      if (isInside(key.path(), doubled)) {
        continue;
      }
      doubled.add(key.path());
      problems.add(
          new Place(file, key.line()),
          KeyPath.shown(key.path())
              + ": the key is given twice, before on line "
              + before.line()
              + ", and only the last one counts: take one out");
    }
  }

  private static boolean bothObjects(Assignment before, Assignment key) {
    return key.kind() == Kind.OBJECT && before.kind() != Kind.PLAIN;
  }

  private static boolean isInside(String path, Set<String> doubled) {
    return doubled.stream().anyMatch(outer -> path.startsWith(outer + "["));
  }
}
