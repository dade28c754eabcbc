package io.ballast.identity;

import io.ballast.cluster.SetId;
import java.nio.ByteBuffer;

/** What the bytes seen so far say about who the set is. */
public sealed interface Identification {
  /** More bytes are needed to tell. */
  NeedMore NEED_MORE = new NeedMore();

  /** The connection names no set, and more bytes would not change that. */
  None NONE = new None();

  /** The most answers on one connection: PostgreSQL has two kinds of questions, each put once. */
  int MAX_ANSWERS = 2;

  /** More bytes are needed to tell. */
  record NeedMore() implements Identification {}

  /** The set is known. */
  record Identified(SetId set) implements Identification {}

  /** The connection names no set. */
  record None() implements Identification {}

  /**
   * The bytes break the rules of their protocol; the connection is closed.
   *
   * @param problem what is wrong, where, and the rule; holds no byte of the client as it is
   */
  record Malformed(String problem) implements Identification {}

  /**
   * The client asks something that is answered before it says who it is. The reply is sent to it,
   * the bytes asked with are dropped and reach no node, and the source is asked again with those
   * that follow. A connection gets {@link #MAX_ANSWERS} at most, and its deadline stays as it is;
   * one that asks again is malformed.
   *
   * @param reply what to send; its own copy, read-only
   * @param consumed how many bytes the client asked with, 1 or more
   */
  record Answer(ByteBuffer reply, int consumed) implements Identification {
    /**
     * @throws IllegalArgumentException if nothing is replied or consumed
     */
    public Answer {
      if (!reply.hasRemaining() || consumed < 1) {
        throw new IllegalArgumentException(
            "an answer of %d bytes to %d bytes: each is 1 or more"
                .formatted(reply.remaining(), consumed));
      }
      reply = copy(reply);
    }

    @Override
    public ByteBuffer reply() {
      return reply.duplicate();
    }
  }

  /**
   * The client asks for TLS before it says who it is. The reply is sent to it, the bytes asked with
   * are dropped, what follows is its handshake with this proxy, and then the source is asked again
   * with decrypted bytes; see {@link IdentitySource#after(TlsPeer)}.
   *
   * @param reply what to send first, perhaps nothing; its own copy, read-only
   * @param consumed how many bytes the client asked with, 0 if the handshake itself was the first
   */
  record Secure(ByteBuffer reply, int consumed) implements Identification {
    /** Copies the reply. */
    public Secure {
      reply = copy(reply);
    }

    @Override
    public ByteBuffer reply() {
      return reply.duplicate();
    }
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return ByteBuffer.wrap(copy).asReadOnlyBuffer();
  }
}
