package io.ballast.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Holds the lock of a state file, so that no second process writes it. The lock is on a file beside
 * it, as the file itself is replaced, and ends with the process however that ends; the lock file
 * stays and holds the number of the process that last had it.
 *
 * <p>POSIX ends a process's lock when it closes any descriptor of the file, so a second store that
 * is refused in one process takes the lock from the first: a process opens a state file once.
 */
final class StateLock implements AutoCloseable {
  private static final int MAX_PID_BYTES = 32;

  private final FileChannel channel;

  private StateLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws StateFileException if another store has it, or the lock file cannot be made
   */
  static StateLock take(Path stateFile) throws StateFileException {
    Path file = stateFile.resolveSibling(stateFile.getFileName() + ".lock");
    try {
      FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
      try {
        if (lock(channel) == null) {
          throw new StateFileException(
              stateFile,
              "it is in use by process "
                  + owner(channel)
                  + "; stop that, or give this one a store.file of its own");
        }
        writeOwner(channel);
        return new StateLock(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (StateFileException e) {
      throw e;
    } catch (IOException e) {
      throw new StateFileException(
          stateFile,
          "its lock "
              + file
              + " cannot be taken: "
              + StateFile.reason(e)
              + "; let this process write to the directory, or give it another store.file",
          e);
    }
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(MAX_PID_BYTES);
    channel.read(pid, 0);
    String text = new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII).strip();
    return text.matches("[0-9]+") ? text : "(unknown)";
  }

  private static void writeOwner(FileChannel channel) throws IOException {
    channel.truncate(0);
    byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
    channel.write(ByteBuffer.wrap(pid), 0);
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
