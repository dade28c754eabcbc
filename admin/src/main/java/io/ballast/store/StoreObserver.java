package io.ballast.store;

import java.io.IOException;

/** Is told of each write of the state file, on the store's thread. */
public interface StoreObserver {
  /** Is told nothing. */
  StoreObserver NONE =
      new StoreObserver() {
        @Override
        public void written(int requests, long bytes, long nanos) {}

        @Override
        public void failed(int requests, IOException failure) {}
      };

  /**
   * The file was replaced and synced.
   *
   * @param requests how many writes of clusters it made durable
   * @param bytes the size of the new file
   * @param nanos how long it took
   */
  void written(int requests, long bytes, long nanos);

  /**
   * The file could not be replaced; the changes were refused.
   *
   * @param requests how many writes of clusters failed with it
   */
  void failed(int requests, IOException failure);
}
