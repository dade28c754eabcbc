package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** An endless stream of bytes that both ends know: a random block, again and again. Immutable. */
final class Pattern {
  static final Pattern INSTANCE = new Pattern();

  private static final int BLOCK = 1 << 20;
  private static final long SEED = 7;

  private final ByteBuf block;
  private final ByteBuffer bytesOfBlock;

  private Pattern() {
    byte[] bytes = new byte[BLOCK];
    new SplittableRandom(SEED).nextBytes(bytes);
    block = Unpooled.unreleasableBuffer(Unpooled.directBuffer(BLOCK).writeBytes(bytes));
    bytesOfBlock = block.nioBuffer().asReadOnlyBuffer();
  }

  /** The bytes from a position on, as many as {@code most}, or fewer. */
  ByteBuf from(long position, int most) {
    int offset = (int) (position % BLOCK);
    return block.slice(offset, Math.min(most, BLOCK - offset));
  }

  /**
   * Whether a buffer's readable bytes, which it holds in one piece, are those from a position on.
   */
  boolean matches(long position, ByteBuf bytes) {
    long at = position;
    ByteBuffer left = bytes.nioBuffer();
    while (left.hasRemaining()) {
      int offset = (int) (at % BLOCK);
      int length = Math.min(left.remaining(), BLOCK - offset);
      ByteBuffer expected = bytesOfBlock.slice(offset, length);
      if (left.slice(left.position(), length).mismatch(expected) >= 0) {
        return false;
      }
      at += length;
      left.position(left.position() + length);
    }
    return true;
  }
}
