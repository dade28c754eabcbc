package io.ballast.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** The steps of replacing a file that touch the disk; each may fail on its own. */
interface Disk {
  /** A file being written. */
  abstract class Output extends OutputStream {
    /** Returns when all that was written would survive a loss of power. */
    abstract void sync() throws IOException;
  }

  /** Makes a file, or empties the one that is there. */
  Output create(Path file) throws IOException;

  /** Gives a file, which stays where it is, a second name; it replaces what has that name. */
  void link(Path file, Path name) throws IOException;

  /** Renames a file; it replaces what has the name, and at every moment one of both has it. */
  void rename(Path file, Path name) throws IOException;

  /** Returns when the names in a directory would survive a loss of power. */
  void syncDirectory(Path directory) throws IOException;

  /** Removes a file if it is there. */
  void delete(Path file) throws IOException;
}
