package io.ballast.relay;

import io.ballast.cluster.Origin;
import io.ballast.identity.Identification;
import io.ballast.identity.IdentitySource;
import io.ballast.identity.SourceIdentity;
import io.ballast.session.CloseReason;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out who the set of a connection is, or what the listener does when it cannot. Belongs to
 * the session's event loop.
 */
final class Identifying {
  private static final Logger log = LoggerFactory.getLogger(Identifying.class);

  private final SessionRules rules;
  private final Origin origin;
  private final SessionMachine machine;
  private final Legs legs;
  private int answers;
  private long dropped;

  Identifying(SessionRules rules, Origin origin, SessionMachine machine, Legs legs) {
    this.rules = rules;
    this.origin = origin;
    this.machine = machine;
    this.legs = legs;
  }

  /** Asks a source that needs no bytes. */
  void start() {
    if (rules.source().maxBytes() == 0) {
      received(ByteBuffer.allocate(0));
    }
  }

  /** These are all the client's bytes so far, but for those that were dropped. */
  void received(ByteBuffer firstBytes) {
    IdentitySource source = rules.source();
    ByteBuffer rest = firstBytes;
    Identification told = source.identify(origin, rest);
    while (told instanceof Identification.Answer answer) {
      if (answers == Identification.MAX_ANSWERS) {
        malformed("it asks once more after " + answers + " answers");
        return;
      }
      answers++;
      legs.tellClient(answer.reply());
      rest = drop(rest, answer.consumed());
      told = source.identify(origin, rest);
    }
    if (told instanceof Identification.Identified identified) {
      machine.identified(identified.set(), source.affine());
    } else if (told instanceof Identification.Malformed malformed) {
      malformed(malformed.problem());
    } else if (told instanceof Identification.None || rest.remaining() >= source.maxBytes()) {
      unidentified(CloseReason.NO_IDENTITY);
    }
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
      unidentified(CloseReason.NO_IDENTITY);
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
    log.debug("source={} is malformed: {}", origin.source(), problem);
    machine.fail(CloseReason.MALFORMED);
  }

  private void unidentified(CloseReason whenRejected) {
    if (rules.rejectsMissing()) {
      machine.fail(whenRejected);
    } else {
      machine.identified(SourceIdentity.address(origin), true);
    }
  }
}
