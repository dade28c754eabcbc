package io.ballast.relay;

/** What a leg can have come to on the way to its end. */
enum LegProgress {
  /** Its side has sent everything. */
  ENDED(1),
  /** The stream to its side is to end, after what is queued. */
  FINISHING(2),
  /** The stream to its side has ended. */
  FINISHED(4),
  /** It was closed, or there was none. */
  GONE(8);

  private final int mark;

  LegProgress(int mark) {
    this.mark = mark;
  }

  /** The bit that stands for it. */
  int mark() {
    return mark;
  }
}
