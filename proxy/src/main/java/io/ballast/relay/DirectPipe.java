package io.ballast.relay;

import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;

/**
 * A pipe of the system, through which bytes go from one socket to another without being copied:
 * what is moved is the memory that they are in. Belongs to its event loop.
 */
final class DirectPipe {
  /**
   * The most bytes that are asked for at once. How many the system then moves depends on the pieces
   * of memory that they are in: a pipe has room for 16, of 32 KiB at most each.
   */
  private static final int MOST_AT_ONCE = 1024 * 1024;

  private static final long NO_OFFSET = -1;

  private final FileDescriptor out;
  private final FileDescriptor in;
  private int length;

  private DirectPipe(FileDescriptor out, FileDescriptor in) {
    this.out = out;
    this.in = in;
  }

  /**
   * Makes an empty one.
   *
   * @throws IOException if the system has none to give
   */
  static DirectPipe open() throws IOException {
    FileDescriptor[] ends = FileDescriptor.pipe();
    return new DirectPipe(ends[0], ends[1]);
  }

  boolean isEmpty() {
    return length == 0;
  }

  /**
   * Takes what a socket has received; the pipe must be empty.
   *
   * @return how many bytes; 0 if there are none, for whatever reason: only a read tells which
   * @throws IOException if the connection is broken, or the system does not allow this
   */
  int fill(FileDescriptor from) throws IOException {
    assert isEmpty();
    length = Native.splice(from.intValue(), NO_OFFSET, in.intValue(), NO_OFFSET, MOST_AT_ONCE);
    return length;
  }

  /**
   * Sends what it holds, as far as the system takes it.
   *
   * @throws IOException if the connection is broken
   */
  void drain(FileDescriptor to) throws IOException {
    length -= Native.splice(out.intValue(), NO_OFFSET, to.intValue(), NO_OFFSET, length);
  }

  /** Closes both ends, with what it holds. */
  void close() throws IOException {
    try {
      out.close();
    } finally {
      in.close();
    }
  }
}
