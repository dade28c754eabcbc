package io.ballast.relay;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An address that is listened on. Clients may connect from the start; they wait in the system's
 * backlog until a {@link Listener} accepts, and go to another listener when the socket is handed
 * over to one. Every method may be called from any thread but an event loop.
 */
public final class BoundSocket {
  private final Bind bind;
  private final ServerSocketChannel channel;
  private final Acceptor acceptor;

  private BoundSocket(Bind bind, ServerSocketChannel channel, Acceptor acceptor) {
    this.bind = bind;
    this.channel = channel;
    this.acceptor = acceptor;
  }

  /**
   * Begins to listen.
   *
   * @param listener the name of the listener that it is for, for the message
   * @param passed where a socket comes from that is not to be opened
   * @throws IOException if the address cannot be bound; the message says why and what to do
   */
  public static BoundSocket bind(RelayLoops loops, String listener, Bind bind, PassedSockets passed)
      throws IOException {
    return bind instanceof Bind.Address address
        ? opened(loops, listener, address)
        : adopted(loops, listener, (Bind.Passed) bind, passed);
  }

  private static BoundSocket opened(RelayLoops loops, String listener, Bind.Address bind)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(bind.at().host(), bind.at().port());
    if (address.isUnresolved()) {
      throw cannotListen(
          listener, bind, new UnknownHostException("the host's address is not known"));
    }
    ServerSocketChannel channel;
    try {
      channel = loops.transport().newServerChannel();
    } catch (ChannelException e) {
      throw cannotListen(listener, bind, e);
    }
    channel.config().setOption(ChannelOption.SO_REUSEADDR, true);
    BoundSocket socket = registered(loops, listener, bind, channel);
    ChannelFuture bound = channel.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      channel.close();
      throw cannotListen(listener, bind, bound.cause());
    }
    return socket;
  }

  /** The socket listens already. */
  private static BoundSocket adopted(
      RelayLoops loops, String listener, Bind.Passed bind, PassedSockets passed)
      throws IOException {
    ServerSocketChannel channel;
    try {
      channel = loops.transport().adopt(passed.take(bind.name()));
    } catch (IOException e) {
      throw new IOException(
          "bind = " + bind + ": listener " + listener + " cannot listen there: " + e.getMessage(),
          e);
    }
    return registered(loops, listener, bind, channel);
  }

  private static BoundSocket registered(
      RelayLoops loops, String listener, Bind bind, ServerSocketChannel channel)
      throws IOException {
    channel.config().setAutoRead(false);
    Acceptor acceptor = new Acceptor(loops);
    channel.pipeline().addLast(acceptor);
    ChannelFuture registered = loops.next().register(channel).awaitUninterruptibly();
    if (!registered.isSuccess()) {
      channel.close();
      throw cannotListen(listener, bind, registered.cause());
    }
    return new BoundSocket(bind, channel, acceptor);
  }

  private static IOException cannotListen(String listener, Bind bind, Throwable cause) {
    return new IOException(
        "bind = "
            + bind
            + ": listener "
            + listener
            + " cannot listen there: "
            + cause.getMessage()
            + "; choose an address of this host and a port that is free",
        cause);
  }

  /** Where it was asked to listen. */
  public Bind bind() {
    return bind;
  }

  /** The address, with the port that was chosen if any was to be. */
  public InetSocketAddress address() {
    return channel.localAddress();
  }

  /** Accepts by these rules from now on. */
  void accept(SessionRules rules) {
    acceptor.accept(rules);
    channel.config().setAutoRead(true);
  }

  /** Listens no more. Returns when the address is free. */
  public void close() {
    channel.close().awaitUninterruptibly();
  }
}
