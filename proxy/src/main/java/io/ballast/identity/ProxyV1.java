package io.ballast.identity;

import io.ballast.identity.ProxyDecoding.Decoded;
import io.ballast.identity.ProxyDecoding.Malformed;
import io.ballast.identity.ProxyHeader.Command;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The line of PROXY protocol version 1 (section 2.1): strict, since the address is believed. */
final class ProxyV1 {
  /** What a line starts with. */
  static final String START = "PROXY ";

  /** The most bytes of a line, its CR and LF included. */
  static final int MAX_LINE = 107;

  private static final int PARTS = 6;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_PORT_DIGITS = 5;

  private ProxyV1() {}

  /** Reads a line whose {@link #START} has been seen. */
  static ProxyDecoding decode(Peek seen) {
    int max = Math.min(seen.length(), MAX_LINE);
    int at = START.length();
    while (at < max && seen.u8(at) != '\r') {
      at++;
    }
    if (at + 1 < max) {
      return seen.u8(at + 1) == '\n'
          ? line(new String(seen.copy(0, at), StandardCharsets.ISO_8859_1))
          : new Malformed("PROXY line: a CR at byte %d without LF; CR LF ends it".formatted(at));
    }
    return max == MAX_LINE
        ? new Malformed("PROXY line: no CR LF in the first " + MAX_LINE + " bytes")
        : ProxyDecoding.NEED_MORE;
  }

  private static ProxyDecoding line(String line) {
    int length = line.length() + 2;
    String behind = line.substring(START.length());
    if (behind.equals("UNKNOWN") || behind.startsWith("UNKNOWN ")) {
      return new Decoded(new ProxyHeader(1, Command.PROXY, null, null, Map.of(), length));
    }
    String[] parts = line.split(" ", -1);
    if (parts.length != PARTS) {
      return new Malformed(
          "PROXY line of %d parts: it has %d with one space between two, or is UNKNOWN"
              .formatted(parts.length, PARTS));
    }
    boolean v4 = parts[1].equals("TCP4");
    if (!v4 && !parts[1].equals("TCP6")) {
      return new Malformed("PROXY line: the protocol is neither TCP4, TCP6 nor UNKNOWN");
    }
    InetSocketAddress source = endpoint(v4, parts[2], parts[4]);
    InetSocketAddress destination = endpoint(v4, parts[3], parts[5]);
    if (source == null || destination == null) {
      return new Malformed(
          "PROXY line: the %s is no %s and port of 0 to %d without zeros in front"
              .formatted(
                  source == null ? "source" : "destination",
                  v4 ? "IPv4 address" : "IPv6 address",
                  MAX_PORT));
    }
    return new Decoded(new ProxyHeader(1, Command.PROXY, source, destination, Map.of(), length));
  }

  private static InetSocketAddress endpoint(boolean v4, String address, String port) {
    byte[] bytes = v4 ? AddressText.ipv4(address) : AddressText.ipv6(address);
    int number = AddressText.decimal(port, MAX_PORT_DIGITS, MAX_PORT);
    return bytes == null || number < 0 ? null : endpoint(bytes, number);
  }

  /** An address of 4 or 16 bytes with a port; an IPv4-mapped one is the IPv4 address it holds. */
  static InetSocketAddress endpoint(byte[] address, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address of " + address.length + " bytes", e);
    }
  }
}
