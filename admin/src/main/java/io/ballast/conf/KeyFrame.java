package io.ballast.conf;

import io.ballast.conf.KeyScan.Assignment;
import io.ballast.conf.KeyScan.Kind;

/**
 * An object or list that a {@link KeyScanner} is inside of, with the key whose value is being read.
 */
final class KeyFrame {
  private final String path;
  private final boolean list;
  private final int line;
  private PendingKey key;
  private int element;
  private boolean started;

  KeyFrame(String path, boolean list, int line) {
    this.path = path;
    this.list = list;
    this.line = line;
  }

  boolean awaitsKey() {
    return !list && key == null;
  }

  /** The path of the object or list. */
  String path() {
    return path;
  }

  /** Where it was opened, 0 for the file itself. */
  int line() {
    return line;
  }

  /** The object or list that opens here: an element, a key's value, or the root's own braces. */
  KeyFrame open(boolean innerList, int atLine) {
    started = true;
    if (list) {
      return new KeyFrame(KeyPath.element(path, element), innerList, atLine);
    }
    if (key == null) {
      return new KeyFrame(path, innerList, atLine);
    }
    key.object |= !innerList;
    return new KeyFrame(key.path, innerList, atLine);
  }

  /** Begins a key, whose value follows. */
  PendingKey startKey(String name, int line, boolean append, int includesBefore) {
    String keyPath = path.isEmpty() ? name : path + "." + name;
    key = new PendingKey(keyPath, line, append, includesBefore);
    return key;
  }

  /** A part of a value that is neither object nor list. */
  void startValue() {
    started = true;
  }

  /** The value has a substitution in it. */
  void substitute() {
    if (key != null) {
      key.substituted = true;
    }
  }

  /** A comma or a new line ends a value that has started; before that it ends nothing. */
  void endValue() {
    if (started) {
      started = false;
      key = null;
      element++;
    }
  }

  /** A key whose value has not ended. */
  static final class PendingKey {
    private final String path;
    private final int line;
    private final boolean append;
    private final int includesBefore;
    private boolean object;
    private boolean substituted;

    private PendingKey(String path, int line, boolean append, int includesBefore) {
      this.path = path;
      this.line = line;
      this.append = append;
      this.includesBefore = includesBefore;
    }

    Assignment done() {
      Kind kind = append || substituted ? Kind.DERIVED : object ? Kind.OBJECT : Kind.PLAIN;
      return new Assignment(path, line, kind, includesBefore);
    }
  }
}
