package io.ballast.command;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** What failed attempts to authenticate are counted by. */
public final class Source {
  private static final int NETWORK_BYTES = 8;

  private Source() {}

  /**
   * The address, or for IPv6 its /64 network: who has one address of such a network has the choice
   * of all of them.
   */
  public static String of(InetAddress address) {
    if (!(address instanceof Inet6Address)) {
      return address.getHostAddress();
    }
    byte[] bytes = address.getAddress();
    Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IPv6 address has 16 bytes", e);
    }
  }
}
