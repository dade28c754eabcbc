package io.ballast.relay;

/**
 * The small pieces of a round that are read and not sent yet, in the buffer of their loop. They are
 * sent together, in the order in which they came, when the events of the round are handled: sending
 * is then in the processor's caches from one to the next, as reading was, and the peers' answers do
 * not come one by one. What takes longer than a few small reads does not let them wait. Belongs to
 * its event loop.
 */
final class DirectPieces {
  /** The longest piece that waits, in bytes. */
  static final int MAX_BYTES = 256;

  private static final int MAX_PIECES = 32;

  /** No piece that waits ends behind this index of the buffer. */
  static final int MAX_END = MAX_PIECES * MAX_BYTES;

  private final DirectOutput[] outputs = new DirectOutput[MAX_PIECES];
  private final int[] starts = new int[MAX_PIECES];
  private final int[] lengths = new int[MAX_PIECES];
  private int count;

  /** Adds a piece, unless it is long or there is no room; returns whether it did. */
  boolean add(DirectOutput output, int start, int length) {
    if (length > MAX_BYTES || count == MAX_PIECES || start + length > MAX_END) {
      return false;
    }
    outputs[count] = output;
    starts[count] = start;
    lengths[count] = length;
    count++;
    return true;
  }

  /** Sends them all. A piece whose leg fails disturbs no other. */
  void send() {
    // Sending adds no piece, but a leg's fault may have the rest sent before it returns.
    for (int i = 0; i < count; i++) {
      DirectOutput output = outputs[i];
      outputs[i] = null;
      if (output != null) {
        send(output, starts[i], lengths[i]);
      }
    }
    count = 0;
  }

  private static void send(DirectOutput output, int start, int length) {
    try {
      output.sendPiece(start, length);
    } catch (RuntimeException fault) {
      output.fault(fault);
    }
  }
}
