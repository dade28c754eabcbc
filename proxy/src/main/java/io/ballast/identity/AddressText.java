package io.ballast.identity;

import java.util.Arrays;

/**
 * Addresses and numbers as the PROXY protocol writes them (section 2.1). Nothing is resolved, and
 * no zero stands in front of a decimal number, lest one reader takes it as octal.
 */
final class AddressText {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;
  private static final int MAX_GROUP_DIGITS = 4;

  private AddressText() {}

  /** The four bytes of {@code 203.0.113.9}, or null if it is no IPv4 address. */
  static byte[] ipv4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != IPV4_BYTES) {
      return null;
    }
    byte[] address = new byte[IPV4_BYTES];
    for (int i = 0; i < IPV4_BYTES; i++) {
      int value = decimal(parts[i], 3, 255);
      if (value < 0) {
        return null;
      }
      address[i] = (byte) value;
    }
    return address;
  }

  /**
   * The sixteen bytes of {@code 2001:db8::9}, or null if it is no IPv6 address. The specification
   * knows groups of hexadecimal digits only; an IPv4 address at the end is taken as well (RFC 4291,
   * section 2.2), since HAProxy sends {@code ::ffff:203.0.113.9}.
   */
  static byte[] ipv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      byte[] whole = groups(text, true);
      return whole != null && whole.length == IPV6_BYTES ? whole : null;
    }
    byte[] head = groups(text.substring(0, gap), false);
    byte[] tail = groups(text.substring(gap + 2), true);
    if (head == null || tail == null || head.length + tail.length > IPV6_BYTES - 2) {
      return null;
    }
    byte[] address = Arrays.copyOf(head, IPV6_BYTES);
    System.arraycopy(tail, 0, address, IPV6_BYTES - tail.length, tail.length);
    return address;
  }

  /** Two bytes a group, none for an empty text; null if it is malformed. */
  private static byte[] groups(String text, boolean mayEndInIpv4) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    String[] parts = text.split(":", -1);
    byte[] bytes = new byte[Math.min(2 * parts.length, IPV6_BYTES) + 2];
    int length = 0;
    for (int i = 0; i < parts.length; i++) {
      boolean ipv4 = mayEndInIpv4 && i == parts.length - 1 && parts[i].indexOf('.') >= 0;
      byte[] part = ipv4 ? ipv4(parts[i]) : group(parts[i]);
      if (part == null || length + part.length > IPV6_BYTES) {
        return null;
      }
      System.arraycopy(part, 0, bytes, length, part.length);
      length += part.length;
    }
    return Arrays.copyOf(bytes, length);
  }

  private static byte[] group(String text) {
    if (text.isEmpty() || text.length() > MAX_GROUP_DIGITS) {
      return null;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return null;
      }
      value = value << 4 | digit;
    }
    return new byte[] {(byte) (value >> 8), (byte) value};
  }

  /** A decimal number without zeros in front, or -1 if it is none or above {@code max}. */
  static int decimal(String text, int maxDigits, int max) {
    int length = text.length();
    if (length == 0 || length > maxDigits || (length > 1 && text.charAt(0) == '0')) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      value = 10 * value + c - '0';
    }
    return value <= max ? value : -1;
  }
}
