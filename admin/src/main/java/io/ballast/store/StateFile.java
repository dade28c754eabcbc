package io.ballast.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.zip.CRC32C;

/**
 * The state file and its neighbours: the copy that it replaced ({@code .previous}) and the one
 * being written ({@code .tmp}). Whenever the process or the machine stops, the file is either the
 * old one or the new one, whole. Belongs to one thread at a time.
 *
 * <pre>
 * write and sync FILE.tmp -> link FILE as FILE.previous
 *     -> rename FILE.tmp to FILE -> sync directory
 * </pre>
 */
final class StateFile {
  private static final int BUFFER_BYTES = 65_536;

  private final Disk disk;
  private final Path file;
  private final Path previous;
  private final Path temporary;

  /** The new file is in place, whole, though it was refused; the next write replaces it. */
  static final class NotTakenBack extends IOException {
    NotTakenBack(IOException cause) {
      super(reason(cause), cause);
    }
  }

  /** Writes the lines of a state file between the first and the last. */
  interface Body {
    /** Hands each line, with its line feed, to the sink. */
    void writeTo(LineSink lines) throws IOException;
  }

  /** Takes lines, each with its line feed. */
  interface LineSink {
    /** Takes the next line. */
    void line(byte[] line) throws IOException;
  }

  /**
   * @param file an absolute path
   */
  StateFile(Path file, Disk disk) {
    this.disk = disk;
    this.file = file;
    this.previous = file.resolveSibling(file.getFileName() + ".previous");
    this.temporary = file.resolveSibling(file.getFileName() + ".tmp");
  }

  /**
   * The kept values by cluster; none if there is no file.
   *
   * @throws StateFileException if the file is there and cannot be read whole
   */
  SortedMap<String, KeptValues> read() throws StateFileException {
    if (Files.notExists(file)) {
      return KeptTopology.sorted();
    }
    try {
      return StateReader.read(file);
    } catch (StateReader.Malformed e) {
      throw new StateFileException(file, e.getMessage() + ". " + remedy(), e);
    } catch (IOException e) {
      throw new StateFileException(file, "it cannot be read: " + reason(e), e);
    }
  }

  private String remedy() {
    String alone = "move it away to start from the configuration alone";
    if (isWhole(previous)) {
      return "Put "
          + previous
          + " in its place, which is whole and lacks the last change, or "
          + alone;
    }
    return "There is no whole copy " + previous + "; restore the file from a backup, or " + alone;
  }

  private static boolean isWhole(Path file) {
    try {
      StateReader.read(file);
      return true;
    } catch (IOException | StateReader.Malformed e) {
      return false;
    }
  }

  /**
   * Replaces the file.
   *
   * @return the size of the new file in bytes
   * @throws NotTakenBack if it could not be made durable, and the old one not be put back
   * @throws IOException if it could not be made durable; the old one is in place
   */
  long replace(Body body) throws IOException {
    boolean replaces = Files.exists(file);
    long bytes;
    try {
      bytes = write(body);
      if (replaces) {
        disk.link(file, previous);
      }
      disk.rename(temporary, file);
    } catch (IOException e) {
      deleteTemporary(e);
      throw e;
    }
    try {
      disk.syncDirectory(file.getParent());
    } catch (IOException e) {
      takeBack(replaces, e);
      throw e;
    }
    return bytes;
  }

  /** What was answered as failed must not come back with the next start. */
  private void takeBack(boolean replaced, IOException failure) throws NotTakenBack {
    try {
      if (replaced) {
        disk.rename(previous, file);
      } else {
        disk.delete(file);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw new NotTakenBack(failure);
    }
  }

  /** A file that stays takes room, and the next write empties it. */
  private void deleteTemporary(IOException failure) {
    try {
      disk.delete(temporary);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private long write(Body body) throws IOException {
    try (Disk.Output output = disk.create(temporary)) {
      Summed lines = new Summed(new BufferedOutputStream(output, BUFFER_BYTES));
      lines.line(StateText.header());
      body.writeTo(lines);
      lines.end();
      output.sync();
      return lines.bytes;
    }
  }

  /** Writes lines on and sums them up. */
  private static final class Summed implements LineSink {
    private final OutputStream out;
    private final CRC32C crc = new CRC32C();
    private long lines;
    private long bytes;

    Summed(OutputStream out) {
      this.out = out;
    }

    @Override
    public void line(byte[] line) throws IOException {
      out.write(line);
      crc.update(line);
      bytes += line.length;
      lines++;
    }

    void end() throws IOException {
      line(StateText.end(lines, crc.getValue()));
      out.flush();
    }
  }

  /** Why an operation on a file failed, without the path that its message may start with. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " is in the way";
    }
    return e instanceof NoSuchFileException
        ? "there is no " + e.getMessage()
        : String.valueOf(e.getMessage());
  }
}
