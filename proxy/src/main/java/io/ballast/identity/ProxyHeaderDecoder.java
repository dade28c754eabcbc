package io.ballast.identity;

import io.ballast.identity.ProxyDecoding.Malformed;
import java.nio.ByteBuffer;

/**
 * Reads a PROXY protocol header of version 1 or 2 ("The PROXY protocol", HAProxy Technologies,
 * 2020/03/05, section 2). Pure: looks at bytes and consumes none. A connection that does not start
 * with a header is malformed: whether there is one is configured and not guessed, as section 2
 * demands, and it is believed only from senders that are trusted.
 */
public final class ProxyHeaderDecoder {
  /**
   * The most bytes of a header. The length field of version 2 reaches to 65,551; senders of today
   * stay below 1,500, and a certificate among the TLVs takes a few thousand.
   */
  public static final int MAX_BYTES = 16_384;

  private ProxyHeaderDecoder() {}

  /**
   * Says what the bytes are as a header.
   *
   * @param bytes the first bytes, from its position to its limit, neither of which is changed
   */
  public static ProxyDecoding decode(ByteBuffer bytes) {
    Peek seen = Peek.of(bytes, MAX_BYTES);
    if (!seen.has(1)) {
      return ProxyDecoding.NEED_MORE;
    }
    String start = seen.u8(0) == ProxyV1.START.charAt(0) ? ProxyV1.START : ProxyV2.SIGNATURE;
    int here = Math.min(start.length(), seen.length());
    for (int i = 0; i < here; i++) {
      if (seen.u8(i) != start.charAt(i)) {
        return new Malformed(
            "byte %d is 0x%02x: no PROXY protocol header starts so; does the sender send one?"
                .formatted(i, seen.u8(i)));
      }
    }
    if (here < start.length()) {
      return ProxyDecoding.NEED_MORE;
    }
    return start.equals(ProxyV1.START) ? ProxyV1.decode(seen) : ProxyV2.decode(seen);
  }
}
