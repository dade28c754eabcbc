package io.ballast.relay;

import io.ballast.relay.tls.ListenerTls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * The two legs of a session, as its rules see them: commands to a transport, which answers with
 * events to the {@link SessionMachine}. All on the session's event loop.
 *
 * <p>Until {@link #startRelay} the client's bytes are held, and no more are read once 64 KiB are.
 * The event {@code gone} comes once for each leg whatever ends it, except for a node leg that was
 * left.
 */
interface Legs {
  /**
   * Connects a node leg. Answered, perhaps before this returns, by {@code connected} or {@code
   * connectFailed}.
   *
   * @param local the address to connect from, or null for any
   */
  void connect(InetSocketAddress node, InetAddress local);

  /** Sends the client bytes of the proxy's own, before anything of a node. */
  void tellClient(ByteBuffer bytes);

  /**
   * Makes the TLS handshake with the client; what is held is the beginning of it. Answered by
   * {@code secured}, or by {@code fail}. Never asked of a transport without TLS.
   */
  default void secureClient(ListenerTls tls) {
    throw new UnsupportedOperationException("this transport carries no TLS");
  }

  /** Forgets the first of the client's bytes that are held; no node gets them. */
  void dropHeld(int bytes);

  /** Closes the node leg, connected or not, and forgets it: no event of it follows. */
  void leaveNode();

  /**
   * Sends the node the header, unless it was sent before TLS, then what is held; from now on bytes
   * go both ways.
   */
  void startRelay(byte[] header);

  /** The open session lasts: told at each sweep. What only such a session needs is due. */
  void lasts();

  /** Ends the stream to a side once everything before it is sent; answered by {@code finished}. */
  void finish(Side side);

  /** Reads no more of the client. */
  void stopReading();

  /** Reads the client again, and discards and counts what it sends. */
  void discard();

  /** Sends the node bytes of the proxy's own, after everything before. */
  void tellNode(byte[] bytes);

  /** Closes a leg. Bytes that the system has taken are still delivered. */
  void close(Side side);

  /** Resets a leg after everything sent to it before has been delivered, or a second has passed. */
  void reset(Side side);

  /** Resets a leg at once. */
  void drop(Side side);

  /** How many bytes a side has sent, discarded ones not counted. */
  long received(Side side);

  /** How many bytes of the client were discarded. */
  long discarded();

  /** Whether bytes are still to be sent to a side. */
  boolean queued(Side side);
}
