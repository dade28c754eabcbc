package io.ballast.relay;

import io.ballast.access.LimitSettings;
import io.ballast.access.Verdict;
import io.ballast.cluster.Origin;
import io.ballast.session.CloseReason;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.NativeInetAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a listener's connections without a channel, unless they need TLS, turns away those over its
 * limits, and gives each of the others to a loop. Belongs to the loop of the accepting socket.
 */
final class DirectAcceptor extends DirectHandle implements Accepting {
  private static final Logger log = LoggerFactory.getLogger(DirectAcceptor.class);

  /** The most connections before it is the turn of the sessions. */
  private static final int ACCEPTS_A_TURN = 512;

  /** A socket's longest address as the system writes it: its length, the address, scope, port. */
  private static final int ADDRESS_BYTES = 25;

  /** The length of an IPv4 address, an IPv4-mapped one too: four bytes, and four for the port. */
  private static final int IPV4_BYTES = 8;

  private final RelayLoops loops;
  private final DirectLoop loop;
  private final AcceptFailure failure = new AcceptFailure();
  private final InetSocketAddress address;
  private final AdoptedSocket adopted;
  private final int acceptsATurn;
  private final ListeningCongestion congestion;
  private final byte[] source = new byte[ADDRESS_BYTES];
  // How many connections are still to come that have waited since before the socket was set up,
  // and the congestion control that it was given then; null for none.
  private int early;
  private String given;
  // Set before the socket is watched, and again when it is handed over to another listener.
  private SessionRules rules;
  // Those that wait to begin are not identified: a limit of those is one of them too.
  private boolean ahead;

  /**
   * @param adopted the same socket, if it was passed; else null
   */
  private DirectAcceptor(Socket socket, AdoptedSocket adopted, RelayLoops loops) {
    super(socket);
    this.adopted = adopted;
    this.acceptsATurn = adopted != null && adopted.waits() ? 1 : ACCEPTS_A_TURN;
    this.early = adopted == null ? 0 : DirectSockets.BACKLOG;
    this.congestion = new ListeningCongestion(CongestionAlgorithms.of(socket));
    this.loop = loops.nextDirect();
    this.loops = loops;
    this.address = socket.localAddress();
  }

  /**
   * Begins to listen.
   *
   * @throws IOException if the address cannot be bound
   */
  static DirectAcceptor listen(InetSocketAddress address, RelayLoops loops) throws IOException {
    return new DirectAcceptor(DirectSockets.listen(address), null, loops);
  }

  /**
   * Takes over a socket that listens already, of which only the descriptor is known.
   *
   * @throws IOException if it cannot be used
   */
  static DirectAcceptor adopt(int descriptor, RelayLoops loops) throws IOException {
    AdoptedSocket adopted = AdoptedSocket.of(descriptor);
    DirectSockets.letAccept(adopted.socket());
    return new DirectAcceptor(adopted.socket(), adopted, loops);
  }

  @Override
  DirectLoop loop() {
    return loop;
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void accept(SessionRules newRules) {
    loop.executor().submit(() -> follow(newRules)).syncUninterruptibly();
  }

  private void follow(SessionRules newRules) {
    try {
      DirectSockets.keepAcceptedAlive(socket(), newRules.settings().keepalive());
    } catch (IOException e) {
      throw new UncheckedIOException("keepalive cannot be set", e);
    }
    given = newRules.congestionFor(congestion, address);
    DirectSockets.congest(socket(), given, Side.CLIENT, newRules);
    early = DirectSockets.waiting(socket(), early);
    boolean first = rules == null;
    rules = newRules;
    LimitSettings limits = newRules.settings().limits();
    ahead = limits.unidentified() == 0 && limits.unidentifiedPerSource() == 0;
    if (first) {
      register(EpollIoOps.EPOLLIN);
    }
  }

  @Override
  void ready(int ops) {
    loop().sendPieces();
    for (int accepts = 0; mayAccept(accepts); accepts++) {
      try {
        int descriptor = socket().accept(source);
        if (descriptor < 0) {
          return;
        }
        FileDescriptor client = new FileDescriptor(descriptor);
        if (early > 0) {
          early--;
          setUp(client);
        }
        accepted(client);
      } catch (IOException | ChannelException e) {
        pause(e);
        return;
      }
    }
  }

  private boolean mayAccept(int accepted) {
    return accepted < acceptsATurn && isOpen() && loop.beginnings().mayAccept(accepted, ahead);
  }

  /** Gives a connection what it would have had from the socket, had it come a little later. */
  private void setUp(FileDescriptor client) {
    try {
      Socket socket = new Socket(client.intValue());
      DirectSockets.letAccept(socket);
      DirectSockets.keepAcceptedAlive(socket, rules.settings().keepalive());
      DirectSockets.congest(socket, given, Side.CLIENT, rules);
    } catch (IOException | ChannelException gone) {
      // The peer has reset the connection already; reading it tells so.
      return;
    }
  }

  private void accepted(FileDescriptor client) {
    // Only a header tells a node to where the client has connected; asking costs a system call.
    boolean sendsHeader =
        rules.settings().proxyProtocol().send() != ProxyProtocolSettings.Send.NONE;
    InetSocketAddress to = sendsHeader ? new Socket(client.intValue()).localAddress() : address;
    if (to == null) {
      close(client);
      return;
    }
    Arrival arrival = new Arrival(rules, origin(), to);
    rules.cluster().observer().accepted(rules.settings().name());
    Verdict verdict = arrival.admit();
    if (verdict == Verdict.ADMITTED) {
      give(client, arrival, loops.nextDirect());
    } else {
      turnAway(client, arrival, rules, Arrival.reason(verdict));
    }
  }

  /** Where the connection comes from that was accepted last. */
  private Origin origin() {
    String listener = rules.settings().name();
    if (source[0] != IPV4_BYTES) {
      return new Origin(listener, NativeInetAddress.address(source, 1, source[0]));
    }
    ByteBuffer ends = ByteBuffer.wrap(source);
    return new Origin(listener, ends.getInt(1), ends.getInt(1 + Integer.BYTES));
  }

  private void give(FileDescriptor client, Arrival arrival, DirectLoop to) {
    Accepted accepted = new Accepted(client, arrival, rules, loops, to);
    loops.budget().waits();
    if (to == loop()) {
      to.beginnings().add(accepted);
      return;
    }
    try {
      to.executor().execute(() -> to.beginnings().add(accepted));
    } catch (RejectedExecutionException loopHasEnded) {
      loops.budget().begins();
      accepted.turnAway(CloseReason.SHUTDOWN);
    }
  }

  /** A connection that was admitted, and the loop that it is for. */
  private record Accepted(
      FileDescriptor client, Arrival arrival, SessionRules rules, RelayLoops loops, DirectLoop to)
      implements Beginnings.Beginning {
    @Override
    public void begin() {
      try {
        if (rules.speaksTls()) {
          // Which stands between a leg and its channel.
          SocketChannel channel = new EpollSocketChannel(client.intValue());
          Acceptor.begin(channel, arrival, rules, loops, to.executor());
          return;
        }
        new DirectLegs(client, arrival, rules, loops.nextSessionId(), to).begin();
      } catch (ChannelException | IllegalStateException e) {
        turnAway(CloseReason.SHUTDOWN);
      }
    }

    @Override
    public void turnAway(CloseReason reason) {
      DirectAcceptor.turnAway(client, arrival, rules, reason);
    }
  }

  private static void turnAway(
      FileDescriptor client, Arrival arrival, SessionRules by, CloseReason reason) {
    arrival.release();
    DirectSockets.resetOnClose(new Socket(client.intValue()));
    close(client);
    by.cluster().observer().rejected(arrival.origin(), reason);
  }

  private static void close(FileDescriptor client) {
    try {
      client.close();
    } catch (IOException e) {
      log.debug("a socket that is closed is gone already", e);
    }
  }

  /**
   * Accepting has failed, as it does when no descriptor is left: it goes on after a pause. The
   * pause comes first, since in this state even a message may fail.
   */
  private void pause(Exception cause) {
    watch(EpollIoOps.EPOLLET);
    loop().executor().schedule(this::resume, AcceptFailure.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    failure.report(rules, cause);
  }

  private void resume() {
    if (isOpen()) {
      watch(EpollIoOps.EPOLLIN);
    }
  }

  @Override
  public void stop() {
    try {
      loop().executor().submit(this::leave).syncUninterruptibly();
    } catch (RejectedExecutionException loopHasEnded) {
      // It has closed the socket before, unless it never knew it.
      closeNow();
    }
  }

  /** Closes the socket; one that was passed stays open elsewhere. */
  private void leave() {
    if (adopted != null && isOpen()) {
      adopted.leave(congestion.before());
    }
    unwatch();
    close();
  }

  @Override
  public void release() {
    // The loop has not been told of it yet.
  }

  @Override
  void fault(RuntimeException cause) {
    log.error("fault in listener {}", rules.settings().name(), cause);
  }

  @Override
  void released() {
    // It holds nothing.
  }

  @Override
  void gone() {
    // Its sessions go on.
  }
}
