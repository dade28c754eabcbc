package io.ballast.identity;

import io.ballast.cluster.Origin;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.Function;

/**
 * What every parser promises: the buffer is left as it is, an answer once given stays whatever
 * follows, and neither the kind of the buffer nor its byte order nor what lies around matters.
 *
 * @param <A> the type of the parser's answers
 */
final class PeekRules<A> {
  /** Where the connections of these tests come from. */
  static final Origin ORIGIN =
      new Origin("sets", InetSocketAddress.createUnresolved("client.test", 4711));

  private final Function<ByteBuffer, A> parser;
  private final A needMore;

  PeekRules(Function<ByteBuffer, A> parser, A needMore) {
    this.parser = parser;
    this.needMore = needMore;
  }

  /** The rules of a source. */
  static PeekRules<Identification> of(IdentitySource source) {
    return new PeekRules<>(bytes -> source.identify(ORIGIN, bytes), Identification.NEED_MORE);
  }

  /** The rules of the PROXY header decoder. */
  static PeekRules<ProxyDecoding> ofProxyHeader() {
    return new PeekRules<>(ProxyHeaderDecoder::decode, ProxyDecoding.NEED_MORE);
  }

  /** The answer to the bytes, after it has been checked at every split. */
  A everySplit(byte[] bytes) {
    A answer = needMore;
    for (int length = 0; length <= bytes.length; length++) {
      answer = next(answer, ask(bytes, length, length));
    }
    return answer;
  }

  /** The answer to the bytes, after it has been checked at some splits. */
  A someSplits(byte[] bytes, Random random) {
    A answer = needMore;
    int length = random.nextInt(8);
    while (length < bytes.length) {
      answer = next(answer, ask(bytes, length, random.nextInt(4)));
      length += 1 + random.nextInt(1 + bytes.length / 4);
    }
    return next(answer, ask(bytes, bytes.length, random.nextInt(4)));
  }

  private A next(A before, A now) {
    if (!before.equals(needMore) && !now.equals(before)) {
      throw new AssertionError("with more bytes " + before + " became " + now);
    }
    return now;
  }

  /** Asks with the first {@code length} bytes in one of four kinds of buffer. */
  A ask(byte[] bytes, int length, int kind) {
    int before = kind % 4 == 0 ? 0 : 3;
    int size = before + length + before;
    ByteBuffer buffer = kind % 4 == 1 ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    for (int i = 0; i < before; i++) {
      buffer.put(i, (byte) 0x16).put(size - 1 - i, (byte) 0x16);
    }
    buffer.put(before, bytes, 0, length);
    buffer.position(before).limit(before + length);
    if (kind % 4 == 2) {
      buffer.order(ByteOrder.LITTLE_ENDIAN);
    }
    ByteBuffer given = kind % 4 == 3 ? buffer.asReadOnlyBuffer() : buffer;
    A answer = parser.apply(given);
    if (given.position() != before || given.limit() != before + length) {
      throw new AssertionError("the parser left " + given + ", given " + buffer);
    }
    return answer;
  }
}
