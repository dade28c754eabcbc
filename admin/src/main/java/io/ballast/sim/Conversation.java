package io.ballast.sim;

import java.util.HashSet;
import java.util.Set;

/**
 * What one set says over all its connections, and what it must hear: {@code HELLO id}, then {@code
 * MSG id 1}, {@code MSG id 2} and so on, each answered with the same line behind the backend's
 * name, in order. A request without an answer is said again on the next connection. Owned by the
 * set's event loop; does no input or output.
 */
final class Conversation {
  private static final String FILLER = "abcdefghijklmnopqrstuvwxyz0123456789";

  private final String hello;
  private final String prefix;
  private final int padding;
  private final Set<Long> skipped = new HashSet<>(0);

  /** The highest number answered, said on this connection, and ever said. */
  private long answered;

  private long said;
  private long highest;
  private String node = "";

  /**
   * @param padding how many bytes each request has behind its number
   */
  Conversation(String id, int padding) {
    this.hello = "HELLO " + id;
    this.prefix = "MSG " + id + " ";
    this.padding = padding;
  }

  String hello() {
    return hello;
  }

  /** Whether the next request was already said on an earlier connection. */
  boolean repeats() {
    return said < highest;
  }

  /** The next request. */
  String next() {
    said++;
    highest = Math.max(highest, said);
    return request(said);
  }

  private String request(long number) {
    StringBuilder line = new StringBuilder(prefix.length() + 20 + padding);
    line.append(prefix).append(number);
    if (padding > 0) {
      line.append(' ');
    }
    for (int i = 1; i < padding; i++) {
      line.append(FILLER.charAt((int) ((number + i) % FILLER.length())));
    }
    return line.toString();
  }

  /** How many requests wait for their answer on this connection. */
  int waiting() {
    return (int) (said - answered) + skipped.size();
  }

  /** How many requests have no answer, those that are yet to be said again included. */
  int unanswered() {
    return (int) (highest - answered);
  }

  /** The connection ended: the answers that were passed over will not come. Returns their count. */
  int end() {
    said = answered;
    int lost = skipped.size();
    skipped.clear();
    return lost;
  }

  Reply hear(String line) {
    int space = line.indexOf(' ');
    if (space <= 0) {
      return Reply.FOREIGN;
    }
    node = line.substring(0, space);
    String answer = line.substring(space + 1);
    if (answer.equals(hello)) {
      return Reply.GREETED;
    }
    long number = numberOf(answer);
    if (number < 1 || number > said || !answer.equals(request(number))) {
      return Reply.FOREIGN;
    }
    if (number <= answered) {
      return skipped.remove(number) ? Reply.REORDERED : Reply.DOUBLED;
    }
    for (long passed = answered + 1; passed < number; passed++) {
      skipped.add(passed);
    }
    answered = number;
    return Reply.ANSWERED;
  }

  /** The backend named in the line last heard. */
  String node() {
    return node;
  }

  private long numberOf(String answer) {
    if (!answer.startsWith(prefix)) {
      return -1;
    }
    int end = answer.indexOf(' ', prefix.length());
    try {
      return Long.parseLong(answer, prefix.length(), end < 0 ? answer.length() : end, 10);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
