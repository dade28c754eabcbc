package io.ballast.loadtest.compare;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/**
 * The messages of one connection, each different from all others: a letter, the connection, the
 * message's number, and a piece of the pattern. Owned by the connection's event loop.
 */
final class Messages {
  /** The shortest message. */
  static final int HEAD = 1 + Integer.BYTES + Long.BYTES;

  private static final byte LETTER = 'E';
  private static final int STRIDE = 131;

  private final int connection;
  private final int size;
  private final ByteBuf expected;
  private long expectedNumber = -1;
  private long sent;

  Messages(int connection, int size) {
    this.connection = connection;
    this.size = size;
    this.expected = Unpooled.buffer(size, size);
  }

  /** How many were sent, and the number of the next. */
  long sent() {
    return sent;
  }

  void sentOne() {
    sent++;
  }

  void write(long number, ByteBuf message) {
    message.writeByte(LETTER).writeInt(connection).writeLong(number);
    long position = number * STRIDE;
    while (message.writableBytes() > 0 && message.readableBytes() < size) {
      ByteBuf piece = Pattern.INSTANCE.from(position, size - message.readableBytes());
      position += piece.readableBytes();
      message.writeBytes(piece);
    }
  }

  /** Whether bytes are those of a message from an offset on. */
  boolean matches(long number, int offset, ByteBuf bytes) {
    return matches(number, offset, bytes, bytes.readerIndex(), bytes.readableBytes());
  }

  boolean matches(long number, int offset, ByteBuf bytes, int index, int length) {
    if (expectedNumber != number) {
      write(number, expected.clear());
      expectedNumber = number;
    }
    return ByteBufUtil.equals(expected, offset, bytes, index, length);
  }
}
