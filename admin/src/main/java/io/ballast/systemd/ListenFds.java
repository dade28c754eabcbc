package io.ballast.systemd;

import io.ballast.relay.PassedSockets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets that a service manager passed to this process; see {@code sd_listen_fds(3)}: they are
 * the descriptors from 3 on, {@code LISTEN_FDS} of them, with names in {@code LISTEN_FDNAMES}, and
 * meant for the process {@code LISTEN_PID}. Any thread may take one.
 */
final class ListenFds implements PassedSockets {
  private static final Logger log = LoggerFactory.getLogger(ListenFds.class);

  private static final int FIRST = 3;

  /** What a socket is called when the manager tells no names. */
  private static final String NAMELESS = "unknown";

  private final List<String> names;
  private final Set<Integer> taken = new HashSet<>();

  private ListenFds(List<String> names) {
    this.names = names;
  }

  /** The sockets that the environment tells of. */
  static PassedSockets of(Map<String, String> environment, long pid) {
    String count = environment.getOrDefault("LISTEN_FDS", "");
    if (count.isEmpty() || !environment.getOrDefault("LISTEN_PID", "").equals(Long.toString(pid))) {
      return PassedSockets.NONE;
    }
    if (!count.matches("[0-9]{1,4}")) {
      log.warn("LISTEN_FDS = {}: it is no number of sockets; none is used", count);
      return PassedSockets.NONE;
    }
    List<String> names = new ArrayList<>();
    String[] told = environment.getOrDefault("LISTEN_FDNAMES", "").split(":", -1);
    for (int i = 0; i < Integer.parseInt(count); i++) {
      names.add(i < told.length && !told[i].isEmpty() ? told[i] : NAMELESS);
    }
    return new ListenFds(names);
  }

  @Override
  public synchronized int take(String name) throws IOException {
    int descriptor = descriptor(name);
    if (!taken.add(descriptor)) {
      throw new IOException(
          "another listener has, or had, it; a socket is adopted once in the life of a process");
    }
    return descriptor;
  }

  @Override
  public synchronized void giveBack(String name) {
    taken.removeAll(descriptors(name));
  }

  private List<Integer> descriptors(String name) {
    return IntStream.range(0, names.size())
        .filter(i -> names.get(i).equals(name) || Integer.toString(FIRST + i).equals(name))
        .mapToObj(i -> FIRST + i)
        .toList();
  }

  private int descriptor(String name) throws IOException {
    List<Integer> found = descriptors(name);
    if (found.isEmpty()) {
      throw new IOException("no socket of that name was passed; these were: " + this);
    }
    if (found.size() > 1) {
      throw new IOException(
          "several sockets have that name; give each a socket unit with a FileDescriptorName of its"
              + " own, or write the descriptor: "
              + this);
    }
    return found.get(0);
  }

  @Override
  public String toString() {
    List<String> text = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      text.add(names.get(i) + " (fd@" + (FIRST + i) + ")");
    }
    return String.join(", ", text);
  }
}
