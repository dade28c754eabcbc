package io.ballast.relay;

import io.ballast.access.Pass;
import io.ballast.access.Verdict;
import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.identity.ProxyHeader;
import io.ballast.identity.ProxyHeaderEncoder;
import io.ballast.identity.ProxyTlv;
import io.ballast.session.CloseReason;
import io.ballast.session.Session;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * How a client came in: from where, to where, and with what pass. The addresses are those of its
 * connection, until the header of a trusted sender says whose it is. Belongs to the loop of the
 * accepting socket, then to the session's.
 */
final class Arrival {
  private static final byte[] NONE = {};

  private final SessionRules rules;
  private final Pass pass;
  private final boolean headerDue;
  private final long acceptedNanos;
  private Origin origin;
  private InetSocketAddress destination;
  private byte[] uniqueId = NONE;

  /**
   * @param origin the connection's other end
   * @param destination its end here
   */
  Arrival(SessionRules rules, Origin origin, InetSocketAddress destination) {
    this.rules = rules;
    this.pass = rules.admission().pass();
    ProxyProtocolSettings headers = rules.settings().proxyProtocol();
    this.headerDue = headers.expected() && headers.expectedFrom(origin.source().getAddress());
    this.acceptedNanos = rules.nowNanos();
    this.origin = origin;
    this.destination = destination;
  }

  /** When the connection was accepted, on the clock of {@link System#nanoTime}. */
  long acceptedNanos() {
    return acceptedNanos;
  }

  Origin origin() {
    return origin;
  }

  /** What the connection has taken of the listener's limits. */
  Pass pass() {
    return pass;
  }

  /** Whether the connection must begin with a PROXY protocol header. */
  boolean headerDue() {
    return headerDue;
  }

  /** Asks for the connection; the client's address is judged when it is known. */
  Verdict admit() {
    Verdict verdict = headerDue ? Verdict.ADMITTED : admitSource();
    return verdict == Verdict.ADMITTED ? pass.admitConnection(acceptedNanos) : verdict;
  }

  private Verdict admitSource() {
    // The address is an object, which most listeners need not make.
    return pass.looksAtSource() ? pass.admitSource(origin.source().getAddress()) : Verdict.ADMITTED;
  }

  /**
   * The header has come. One without addresses speaks of the sender itself, whose own then hold.
   */
  Verdict introduced(ProxyHeader header) {
    if (header.source() != null) {
      origin = new Origin(origin.listener(), header.source());
      destination = header.destination();
    }
    uniqueId =
        header
            .tlv(ProxyTlv.UNIQUE_ID)
            .filter(id -> id.length <= ProxyHeaderEncoder.MAX_UNIQUE_ID)
            .orElse(NONE);
    return admitSource();
  }

  /** The set is known. */
  void identified() {
    pass.identified();
  }

  /** The session that the connection becomes. */
  Session session(
      long id, String cluster, SetId set, boolean affine, String zone, Session.Ends ends) {
    return new Session(id, cluster, origin, set, affine, zone, acceptedNanos, ends);
  }

  /** The connection has ended, or was refused. */
  void release() {
    pass.release();
  }

  /** What the session's node is sent before the client's first byte; may be empty. */
  byte[] header(Session session) {
    return switch (rules.settings().proxyProtocol().send()) {
      case NONE -> NONE;
      case V1 -> ProxyHeaderEncoder.v1(origin.source(), destination);
      case V2 ->
          ProxyHeaderEncoder.v2(origin.source(), destination, uniqueId(session), session.set());
    };
  }

  /** What a proxy in front calls the connection, so that it has one name all the way. */
  private byte[] uniqueId(Session session) {
    return uniqueId.length > 0
        ? uniqueId
        : (rules.processToken() + "-" + session.id()).getBytes(StandardCharsets.US_ASCII);
  }

  static CloseReason reason(Verdict refusal) {
    return switch (refusal) {
      case ADMITTED -> throw new IllegalArgumentException("admitted is no reason to reject");
      case DENIED -> CloseReason.DENIED;
      case TOO_MANY_SESSIONS -> CloseReason.LIMIT_SESSIONS;
      case TOO_MANY_OF_SOURCE -> CloseReason.LIMIT_PER_SOURCE;
      case TOO_MANY_UNIDENTIFIED -> CloseReason.LIMIT_UNIDENTIFIED;
      case TOO_FAST -> CloseReason.LIMIT_RATE;
    };
  }
}
