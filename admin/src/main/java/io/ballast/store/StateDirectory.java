package io.ballast.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the directory of a state file, and makes it if it is not there. */
final class StateDirectory {
  private StateDirectory() {}

  /**
   * Makes the directory durably.
   *
   * @return the file's absolute path; where a symbolic link leads, as the file is replaced
   * @throws StateFileException if the directory cannot be made, or the path is one
   */
  static Path prepare(Path file, Disk disk) throws StateFileException {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      make(absolute.getParent(), disk);
      Path real = Files.exists(absolute) ? absolute.toRealPath() : absolute;
      if (Files.exists(real) && !Files.isRegularFile(real)) {
        throw new StateFileException(
            real, "it is no regular file; choose another path, such as state/ballast.state");
      }
      return real;
    } catch (StateFileException e) {
      throw e;
    } catch (IOException e) {
      throw new StateFileException(
          absolute,
          "its directory cannot be made: "
              + StateFile.reason(e)
              + "; make it, or choose another path",
          e);
    }
  }

  private static void make(Path directory, Disk disk) throws IOException {
    if (!Files.isDirectory(directory)) {
      Path parent = directory.getParent();
      make(parent, disk);
      Files.createDirectory(directory);
      disk.syncDirectory(parent);
    }
  }
}
