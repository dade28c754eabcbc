package io.ballast;

/** Is told when a reload begins and when it has ended, on the thread that reloads. */
interface ReloadObserver {
  /** Nobody is told. */
  ReloadObserver NONE =
      new ReloadObserver() {
        @Override
        public void begun() {}

        @Override
        public void ended(boolean applied) {}
      };

  /** The configuration is about to be read again. */
  void begun();

  /**
   * The new configuration is in force, or nothing was changed.
   *
   * @param applied whether it is in force
   */
  void ended(boolean applied);
}
