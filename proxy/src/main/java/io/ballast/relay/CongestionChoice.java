package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.Socket;
import java.net.InetAddress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which congestion control sockets are given, by what the system has. Immutable.
 *
 * @param system what the system gives to new sockets; null if that is not known
 * @param unpaced what sockets between loopback addresses have in place of one that paces; null for
 *     what the system gives
 */
record CongestionChoice(String system, String unpaced) {
  private static final Logger log = LoggerFactory.getLogger(CongestionChoice.class);

  /** Where the system cannot be asked: nothing is set but what is named. */
  static final CongestionChoice NONE = new CongestionChoice(null, null);

  private static final List<String> UNPACED = List.of("cubic", "reno");

  /** By the system as it is now, where epoll can be used. */
  static CongestionChoice ofSystem() {
    Socket trial;
    try {
      trial = LinuxSocket.newSocketStream();
    } catch (ChannelException e) {
      log.debug("the congestion control of the system is not known", e);
      return NONE;
    }
    try {
      String system = CongestionAlgorithms.of(trial);
      boolean paced = system != null && paces(system);
      return new CongestionChoice(system, paced ? unpaced(trial, system) : null);
    } finally {
      CongestionAlgorithms.close(trial);
    }
  }

  private static String unpaced(Socket trial, String system) {
    String unpaced =
        UNPACED.stream()
            .filter(name -> CongestionAlgorithms.takes(trial, name))
            .findFirst()
            .orElse(null);
    log.debug(
        "congestion control {} paces; between loopback addresses sockets have {}",
        system,
        unpaced == null ? "it too, since they can have no other" : unpaced);
    return unpaced;
  }

  /** Whether an algorithm sends by a timer of each connection, whatever the path. */
  private static boolean paces(String name) {
    return name.startsWith("bbr");
  }

  /** What a socket that is to connect to a node is given; null for nothing. */
  String toNode(CongestionControl setting, InetAddress node) {
    return choose(setting, node, system);
  }

  /**
   * What a socket is given; null for nothing.
   *
   * @param address the node's, or that which is listened on
   * @param own what the socket has without that; null if it is not known
   */
  String choose(CongestionControl setting, InetAddress address, String own) {
    if (!setting.isAuto()) {
      return setting.word();
    }
    return own != null && paces(own) && address.isLoopbackAddress() ? unpaced : null;
  }
}
