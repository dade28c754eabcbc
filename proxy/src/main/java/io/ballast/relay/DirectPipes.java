package io.ballast.relay;

import java.io.IOException;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pipes of an event loop. One is lent to a leg for a moment, and for longer only if the leg's
 * side is slow to take what is in it. There are few, since what a pipe holds is memory of the
 * system's that no limit of the process counts: who gets none copies. Belongs to its event loop.
 */
final class DirectPipes {
  /** The most that there are; each is two descriptors. */
  static final int MOST = 32;

  /** The most that are kept while nobody needs them. */
  static final int KEPT = 4;

  private static final Logger log = LoggerFactory.getLogger(DirectPipes.class);

  private final ArrayDeque<DirectPipe> kept = new ArrayDeque<>();
  private int open;
  private boolean refused;

  /** An empty pipe, or null if none can be had now. */
  DirectPipe lend() {
    if (refused) {
      return null;
    }
    DirectPipe pipe = kept.pollLast();
    if (pipe == null && open < MOST) {
      try {
        pipe = DirectPipe.open();
        open++;
      } catch (IOException noDescriptor) {
        // Sessions need descriptors more than streams need pipes.
        return null;
      }
    }
    return pipe;
  }

  /** Takes a pipe back; what it holds is thrown away. */
  void takeBack(DirectPipe pipe) {
    if (pipe.isEmpty() && kept.size() < KEPT) {
      kept.add(pipe);
    } else {
      close(pipe);
    }
  }

  /** The system does not let sockets be spliced: no pipe is lent any more. */
  void refuse(IOException cause) {
    if (!refused) {
      refused = true;
      log.warn("streams are copied, not spliced: {}", SocketErrors.words(cause));
    }
  }

  /** Closes those that are not lent. */
  void close() {
    while (!kept.isEmpty()) {
      close(kept.remove());
    }
  }

  private void close(DirectPipe pipe) {
    open--;
    try {
      pipe.close();
    } catch (IOException e) {
      log.debug("a pipe was closed with an error", e);
    }
  }
}
