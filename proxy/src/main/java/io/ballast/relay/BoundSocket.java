package io.ballast.relay;

import io.netty.channel.ChannelException;
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
  private final Accepting socket;
  private final PassedSockets passed;

  private BoundSocket(Bind bind, Accepting socket, PassedSockets passed) {
    this.bind = bind;
    this.socket = socket;
    this.passed = passed;
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
    try {
      return new BoundSocket(
          bind,
          loops.direct()
              ? DirectAcceptor.listen(address, loops)
              : ChannelAcceptor.listen(address, loops),
          PassedSockets.NONE);
    } catch (IOException | ChannelException e) {
      throw cannotListen(listener, bind, e);
    }
  }

  /** The socket listens already. */
  private static BoundSocket adopted(
      RelayLoops loops, String listener, Bind.Passed bind, PassedSockets passed)
      throws IOException {
    try {
      return adopted(loops, bind, passed, passed.take(bind.name()));
    } catch (IOException e) {
      throw new IOException(
          "bind = " + bind + ": listener " + listener + " cannot listen there: " + e.getMessage(),
          e);
    }
  }

  private static BoundSocket adopted(
      RelayLoops loops, Bind.Passed bind, PassedSockets passed, int descriptor) throws IOException {
    boolean closedByFailure = false;
    try {
      Accepting socket;
      if (loops.direct()) {
        socket = DirectAcceptor.adopt(descriptor, loops);
      } else {
        ServerSocketChannel channel = loops.transport().adopt(descriptor);
        closedByFailure = true;
        socket = ChannelAcceptor.of(channel, loops);
      }
      return new BoundSocket(bind, socket, passed);
    } catch (IOException | ChannelException e) {
      if (!closedByFailure) {
        passed.giveBack(bind.name());
      }
      throw e instanceof IOException told ? told : new IOException(SocketErrors.words(e), e);
    }
  }

  private static IOException cannotListen(String listener, Bind bind, Throwable cause) {
    return new IOException(
        "bind = "
            + bind
            + ": listener "
            + listener
            + " cannot listen there: "
            + SocketErrors.words(cause)
            + "; choose an address of this host and a port that is free",
        cause);
  }

  /** Where it was asked to listen. */
  public Bind bind() {
    return bind;
  }

  /** The address, with the port that was chosen if any was to be. */
  public InetSocketAddress address() {
    return socket.address();
  }

  /** Accepts by these rules from now on. */
  void accept(SessionRules rules) {
    socket.accept(rules);
  }

  /**
   * Accepts no more. When this returns the address is free; but a socket that was passed goes on
   * listening as long as whoever passed it has it.
   */
  public void close() {
    socket.stop();
  }

  /** Undoes what {@link #bind} did, before a listener accepts: a socket that was passed too. */
  public void undo() {
    if (bind instanceof Bind.Passed it) {
      socket.release();
      passed.giveBack(it.name());
    } else {
      socket.stop();
    }
  }
}
