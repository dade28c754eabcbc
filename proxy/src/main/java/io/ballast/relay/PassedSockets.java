package io.ballast.relay;

import java.io.IOException;

/** The listening sockets that whoever started the process opened for it. */
public interface PassedSockets {
  /** None was passed. */
  PassedSockets NONE =
      name -> {
        throw new IOException(
            "no socket was passed to this process (by LISTEN_FDS, with its id as LISTEN_PID); start"
                + " it with a socket unit of systemd, or give an address");
      };

  /**
   * Gives a socket out, once: from then on it belongs to the caller, who closes it.
   *
   * @param name its name, or the number of its descriptor
   * @return the number of its descriptor
   * @throws IOException if there is none of that name, or it has been given out; the message says
   *     what to do
   */
  int take(String name) throws IOException;

  /**
   * Takes a socket back that was given out, open and not used: it may be given out again.
   *
   * @param name by which it was taken
   */
  default void giveBack(String name) {}
}
