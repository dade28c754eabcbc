package io.ballast.health;

import io.ballast.cluster.HostPort;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Asks whether a node takes a TCP connection, and closes it without a byte. A node that closes it
 * at once has taken it; one that resets it before it is seen to be open has not. A host name
 * without a known address is a failure. After the loops have ended nothing is answered any more.
 */
public final class TcpProbe implements Probe {
  /** Linux's number of EADDRNOTAVAIL, in the form in which the native transport reports it. */
  private static final String NO_LOCAL_PORT = "error(-99)";

  /** How Netty's native transport begins a message: {@code connect(..) failed with error(-1): }. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(.*?\\) failed with error\\(-?\\d+\\): ");

  private final ConnectTest connects;
  private final Duration timeout;
  private final Function<HostPort, InetSocketAddress> addresses;

  /**
   * @param timeout how long a node may take to answer
   * @param addresses answers at once, with null for a name whose address is not known
   */
  public TcpProbe(
      ConnectTest connects, Duration timeout, Function<HostPort, InetSocketAddress> addresses) {
    this.connects = connects;
    this.timeout = timeout;
    this.addresses = addresses;
  }

  @Override
  public void start(HostPort address, Consumer<ProbeResult> whenDone) {
    InetSocketAddress resolved = addresses.apply(address);
    if (resolved == null) {
      whenDone.accept(ProbeResult.failure("address of host " + address.host() + " is not known"));
      return;
    }
    connects.start(resolved, timeout, cause -> whenDone.accept(result(cause)));
  }

  private ProbeResult result(Throwable cause) {
    if (cause == null) {
      return ProbeResult.SUCCESS;
    }
    if (cause instanceof ConnectTimeoutException) {
      return ProbeResult.failure("no answer within " + timeout.toMillis() + " ms");
    }
    String text = plain(cause);
    return isLocal(cause) ? ProbeResult.localFailure(text) : ProbeResult.failure(text);
  }

  /** What the system said, without the call that it said it to and without the address. */
  private static String plain(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.getMessage() == null ? root.toString() : root.getMessage();
    return SYSTEM_CALL.matcher(text).replaceFirst("");
  }

  /**
   * Whether the connect failed on this side: the socket could not be made, or no local port was
   * free.
   */
  private static boolean isLocal(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof ChannelException
          || t instanceof BindException
          || (t.getMessage() != null && t.getMessage().contains(NO_LOCAL_PORT))) {
        return true;
      }
    }
    return false;
  }
}
