package io.ballast.identity;

import java.util.Arrays;

/**
 * Host names as identities. Two spellings of one name are one set: ASCII letters are made small
 * (RFC 4343, section 3) and one dot at the end, which RFC 6066, section 3, does not allow but some
 * clients send, is left out.
 */
final class HostNames {
  private HostNames() {}

  /**
   * The identity that a host name is, or why it is none.
   *
   * @param field what the bytes are, for people
   */
  static Identification identification(String field, byte[] name, IdentityBytes allowed) {
    int length = name.length > 0 && name[name.length - 1] == '.' ? name.length - 1 : name.length;
    byte[] plain = Arrays.copyOf(name, length);
    for (int i = 0; i < length; i++) {
      if (plain[i] >= 'A' && plain[i] <= 'Z') {
        plain[i] = (byte) (plain[i] + 'a' - 'A');
      }
    }
    return allowed.identification(field, plain);
  }
}
