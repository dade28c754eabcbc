package io.ballast.relay;

import io.ballast.access.Verdict;
import io.ballast.cluster.SetId;
import io.ballast.identity.Identification;
import io.ballast.identity.IdentitySource;
import io.ballast.identity.ProxyDecoding;
import io.ballast.identity.ProxyHeader;
import io.ballast.identity.ProxyHeaderDecoder;
import io.ballast.identity.SourceIdentity;
import io.ballast.identity.TlsPeer;
import io.ballast.relay.tls.ListenerTls;
import io.ballast.session.CloseReason;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who the set of a connection is, or what the listener does when it cannot. Where a
 * trusted sender stands in front, its header comes first, and never reaches a node. Belongs to the
 * session's event loop.
 */
final class Identifying {
  private static final Logger log = LoggerFactory.getLogger(Identifying.class);

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SessionRules rules;
  private final Arrival arrival;
  private final SessionMachine machine;
  private final Legs legs;
  // Null without TLS.
  private final ListenerTls tls;
  private final long startedNanos;
  private IdentitySource source;
  private boolean headerDue;
  private boolean tlsDue;
  private int answers;
  private long dropped;

  Identifying(SessionRules rules, Arrival arrival, SessionMachine machine, Legs legs) {
    this.rules = rules;
    this.arrival = arrival;
    this.machine = machine;
    this.legs = legs;
    this.source = rules.source();
    this.headerDue = arrival.headerDue();
    this.tls = rules.tls();
    this.tlsDue = tls != null;
    this.startedNanos = rules.nowNanos();
  }

  Arrival arrival() {
    return arrival;
  }

  /** Asks a source that needs no bytes, or begins with TLS. */
  void start() {
    if (!headerDue) {
      begin(NOTHING);
    }
  }

  private void begin(ByteBuffer firstBytes) {
    if (tls != null && tls.first()) {
      legs.secureClient(tls);
    } else if (firstBytes.hasRemaining() || source.maxBytes() == 0) {
      identify(firstBytes);
    }
  }

  /** The TLS handshake has succeeded; the client's bytes from now on are the decrypted ones. */
  void secured(TlsPeer peer) {
    tlsDue = false;
    source = source.after(peer);
    if (source.maxBytes() == 0) {
      identify(NOTHING);
    }
  }

  /** These are all the client's bytes so far, but for those that were dropped. */
  void received(ByteBuffer firstBytes) {
    if (!headerDue) {
      identify(firstBytes);
      return;
    }
    ProxyDecoding told = ProxyHeaderDecoder.decode(firstBytes);
    if (told instanceof ProxyDecoding.Decoded decoded) {
      headerDue = false;
      introduced(decoded.header(), drop(firstBytes, decoded.header().length()));
    } else if (told instanceof ProxyDecoding.Malformed malformed) {
      malformed(malformed.problem());
    }
  }

  private void introduced(ProxyHeader header, ByteBuffer rest) {
    Verdict verdict = arrival.introduced(header);
    if (verdict != Verdict.ADMITTED) {
      machine.fail(Arrival.reason(verdict));
      return;
    }
    source = source.after(header);
    begin(rest);
  }

  private void identify(ByteBuffer firstBytes) {
    ByteBuffer rest = firstBytes;
    Identification told = source.identify(arrival.origin(), rest);
    while (told instanceof Identification.Answer answer) {
      if (answers == Identification.MAX_ANSWERS) {
        malformed("it asks once more after " + answers + " answers");
        return;
      }
      answers++;
      legs.tellClient(answer.reply());
      rest = drop(rest, answer.consumed());
      told = source.identify(arrival.origin(), rest);
    }
    if (told instanceof Identification.Secure secure) {
      secure(secure, rest);
    } else if (told instanceof Identification.Identified identified) {
      identified(identified.set(), source.affine());
    } else if (told instanceof Identification.Malformed malformed) {
      malformed(malformed.problem());
    } else if (told instanceof Identification.None || rest.remaining() >= source.maxBytes()) {
      nameless(CloseReason.NO_IDENTITY);
    }
  }

  /** The client has asked for TLS in its own protocol. */
  private void secure(Identification.Secure asked, ByteBuffer firstBytes) {
    if (asked.reply().hasRemaining()) {
      legs.tellClient(asked.reply());
    }
    drop(firstBytes, asked.consumed());
    legs.secureClient(tls);
  }

  private void identified(SetId set, boolean affine) {
    arrival.identified();
    machine.identified(set, affine);
  }

  private ByteBuffer drop(ByteBuffer bytes, int count) {
    legs.dropHeld(count);
    dropped += count;
    return bytes.slice(bytes.position() + count, bytes.remaining() - count);
  }

  /**
   * The client has sent everything. One that has sent nothing for a node has only looked in.
   *
   * @param received how many bytes it has sent
   */
  void ended(long received) {
    if (received > dropped) {
      unidentified(headerDue ? CloseReason.MALFORMED : CloseReason.NO_IDENTITY);
    } else {
      machine.fail(CloseReason.CLIENT_LEFT);
    }
  }

  /** Gives up when it takes too long. */
  void sweep(long nowNanos) {
    if (nowNanos - startedNanos >= rules.settings().timeouts().identify().toNanos()) {
      unidentified(CloseReason.IDENTIFY_TIMEOUT);
    }
  }

  private void malformed(String problem) {
    log.debug("source={} is malformed: {}", arrival.origin().source(), problem);
    machine.fail(CloseReason.MALFORMED);
  }

  /**
   * Nothing more is waited for. Where a header must come, nobody knows whose connection it is
   * before; where TLS must, nothing is let through without it.
   */
  private void unidentified(CloseReason whenRejected) {
    if (headerDue || tlsDue) {
      machine.fail(whenRejected);
    } else {
      nameless(whenRejected);
    }
  }

  private void nameless(CloseReason whenRejected) {
    if (rules.rejectsMissing()) {
      machine.fail(whenRejected);
    } else {
      identified(SourceIdentity.address(arrival.origin()), true);
    }
  }
}
