package io.ballast.health;

import io.ballast.cluster.HostPort;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
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

  private final Bootstrap bootstrap;

  private final Duration timeout;
  private final Function<HostPort, InetSocketAddress> addresses;

  /**
   * @param loops run the connections
   * @param channels makes a channel that runs on those loops
   * @param timeout how long a node may take to answer
   * @param addresses answers at once, with null for a name whose address is not known
   */
  public TcpProbe(
      EventLoopGroup loops,
      ChannelFactory<? extends Channel> channels,
      Duration timeout,
      Function<HostPort, InetSocketAddress> addresses) {
    this.timeout = timeout;
    this.addresses = addresses;
    this.bootstrap =
        new Bootstrap()
            .group(loops)
            .channelFactory(channels)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
            .option(ChannelOption.AUTO_READ, false)
            .handler(new Silent());
  }

  @Override
  public void start(HostPort address, Consumer<ProbeResult> whenDone) {
    InetSocketAddress resolved = addresses.apply(address);
    if (resolved == null) {
      whenDone.accept(ProbeResult.failure("address of host " + address.host() + " is not known"));
      return;
    }
    ChannelFutureListener ended =
        connect -> {
          if (connect.isSuccess()) {
            ChannelFuture unused = connect.channel().close();
          }
          whenDone.accept(result(connect));
        };
    bootstrap.connect(resolved).addListener(ended);
  }

  private ProbeResult result(ChannelFuture connect) {
    if (connect.isSuccess()) {
      return ProbeResult.SUCCESS;
    }
    Throwable cause = connect.cause();
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

  /** Does nothing with a connection: a bootstrap must have a handler. */
  @ChannelHandler.Sharable
  private static final class Silent extends ChannelInboundHandlerAdapter {}
}
