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

  Identifying(SessionRules rules, Origin origin, SessionMachine machine) {
    this.rules = rules;
    this.origin = origin;
    this.machine = machine;
  }

  /** Asks a source that needs no bytes. */
  void start() {
    if (rules.source().maxBytes() == 0) {
      received(ByteBuffer.allocate(0));
    }
  }

  /** These are all the client's bytes so far. */
  void received(ByteBuffer firstBytes) {
    IdentitySource source = rules.source();
    Identification answer = source.identify(origin, firstBytes);
    if (answer instanceof Identification.Identified identified) {
      machine.identified(identified.set(), source.affine());
    } else if (answer instanceof Identification.Malformed malformed) {
      log.debug("source={} is malformed: {}", origin.source(), malformed.problem());
      machine.fail(CloseReason.MALFORMED);
    } else if (answer instanceof Identification.None
        || firstBytes.remaining() >= source.maxBytes()) {
      unidentified(CloseReason.NO_IDENTITY);
    }
  }

  /** The client has sent everything. One that has sent nothing has only looked in. */
  void ended(boolean anyBytes) {
    if (anyBytes) {
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

  private void unidentified(CloseReason whenRejected) {
    if (rules.rejectsMissing()) {
      machine.fail(whenRejected);
    } else {
      machine.identified(SourceIdentity.address(origin), true);
    }
  }
}
