package io.ballast.cluster;

import java.net.InetSocketAddress;

/**
 * A host, by name or by address, and a TCP port.
 *
 * @param host a name or an IPv4 or IPv6 address, without brackets
 * @param port 0 to 65,535; 0 has a meaning only where one binds: any free port
 */
public record HostPort(String host, int port) {
  private static final int MAX_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if the host is empty or has characters no host has, or the
   *     port is out of range
   */
  public HostPort {
    if (host.isEmpty() || !host.codePoints().allMatch(HostPort::belongsToHost)) {
      throw new IllegalArgumentException(
          "host \""
              + host
              + "\": a host is a name or an address such as 10.0.0.1 or [2001:db8::1]");
    }
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("port " + port + ": a port is 0 to " + MAX_PORT);
    }
  }

  /**
   * Reads {@code host:port}; an IPv6 address stands in brackets.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
    String port = text.substring(colon + 1);
    if (colon < 1
        || (host.indexOf(':') >= 0 && !bracketed)
        || !port.matches("[0-9]{1,5}")
        || Integer.parseInt(port) > MAX_PORT) {
      throw new IllegalArgumentException(
          "address \""
              + text
              + "\": an address is host:port, such as 10.0.0.1:6801, hub.example:6801 or"
              + " [2001:db8::1]:6801, with a port of 0 to 65535");
    }
    return new HostPort(
        bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
  }

  /** A socket's address as {@link #toString} would have it; it must be resolved. */
  public static String text(InetSocketAddress address) {
    return text(address.getAddress().getHostAddress(), address.getPort());
  }

  private static boolean belongsToHost(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-'
        || c == '_'
        || c == ':'
        || c == '%';
  }

  /** {@code host:port}, an IPv6 address in brackets. */
  @Override
  public String toString() {
    return text(host, port);
  }

  private static String text(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
