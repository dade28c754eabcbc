package io.ballast.store;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where changes at run time are kept.
 *
 * @param file the state file, relative to the working directory unless absolute; absent if nothing
 *     is kept and changes end with the process. Its directory is made if it is not there; beside
 *     the file lie its previous copy ({@code .previous}) and a lock ({@code .lock})
 */
public record StoreSettings(Optional<Path> file) {
  /** Changes are kept in {@code state/ballast.state}. */
  public static final StoreSettings DEFAULT =
      new StoreSettings(Optional.of(Path.of("state", "ballast.state")));

  /** Nothing is kept. */
  public static final StoreSettings NONE = new StoreSettings(Optional.empty());

  /**
   * @throws IllegalArgumentException if the path names no file
   */
  public StoreSettings {
    if (file.isPresent() && (file.get().toString().isEmpty() || file.get().getFileName() == null)) {
      throw new IllegalArgumentException(
          "file = \""
              + file.get()
              + "\": it is the path of a file, such as state/ballast.state; leave it empty to keep"
              + " nothing");
    }
  }
}
