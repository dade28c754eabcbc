package io.ballast.relay;

import io.ballast.access.Verdict;
import io.ballast.cluster.SetId;
import io.ballast.identity.Identification;
import io.ballast.identity.IdentitySource;
import io.ballast.identity.ProxyDecoding;
import io.ballast.identity.ProxyHeader;
import io.ballast.identity.ProxyHeaderDecoder;
import io.ballast.identity.SourceIdentity;
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

  private final SessionRules rules;
  private final Arrival arrival;
  private final SessionMachine machine;
  private final Legs legs;
  private IdentitySource source;
  private boolean headerDue;
  private int answers;
  private long dropped;

  Identifying(SessionRules rules, Arrival arrival, SessionMachine machine, Legs legs) {
    this.rules = rules;
    this.arrival = arrival;
    this.machine = machine;
    this.legs = legs;
    this.source = rules.source();
    this.headerDue = arrival.headerDue();
  }

  /** Asks a source that needs no bytes. */
  void start() {
    if (!headerDue && source.maxBytes() == 0) {
      identify(ByteBuffer.allocate(0));
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
    if (rest.hasRemaining() || source.maxBytes() == 0) {
      identify(rest);
    }
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
    if (told instanceof Identification.Identified identified) {
      identified(identified.set(), source.affine());
    } else if (told instanceof Identification.Malformed malformed) {
      malformed(malformed.problem());
    } else if (told instanceof Identification.None || rest.remaining() >= source.maxBytes()) {
      unidentified(CloseReason.NO_IDENTITY);
    }
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
  void sweep(long sinceAcceptNanos) {
    if (sinceAcceptNanos >= rules.settings().timeouts().identify().toNanos()) {
      unidentified(CloseReason.IDENTIFY_TIMEOUT);
    }
  }

  private void malformed(String problem) {
    log.debug("source={} is malformed: {}", arrival.origin().source(), problem);
    machine.fail(CloseReason.MALFORMED);
  }

  /** Where a header must come, nobody knows whose connection it is before. */
  private void unidentified(CloseReason whenRejected) {
    if (headerDue || rules.rejectsMissing()) {
      machine.fail(whenRejected);
    } else {
      identified(SourceIdentity.address(arrival.origin()), true);
    }
  }
}
