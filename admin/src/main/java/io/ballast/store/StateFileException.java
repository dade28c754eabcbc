package io.ballast.store;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The state file cannot be used. The message says which file, what is wrong with it and the remedy;
 * nothing was changed.
 */
public final class StateFileException extends IOException {
  StateFileException(Path file, String problem) {
    super("state file " + file + ": " + problem);
  }

  StateFileException(Path file, String problem, Throwable cause) {
    super("state file " + file + ": " + problem, cause);
  }
}
