package io.ballast.balance;

import io.ballast.session.Session;

/**
 * The decision to take a session off its node at a time.
 *
 * @param row the session's row in the table, for as long as the session is live
 * @param session the session
 * @param zone the zone of its set
 * @param from the node it is on
 * @param to the node on which its set is expected back
 * @param rule why
 * @param viaOverride whether an override has to send the set there, since its list would not
 * @param patient whether it was quiet and may be waited for; if not it has been waited for enough
 * @param pingPong whether it is voluntary, and back to where a voluntary move came from within 1 h
 * @param dueNanos when
 */
record Move(
    int row,
    Session session,
    String zone,
    String from,
    String to,
    Rule rule,
    boolean viaOverride,
    boolean patient,
    boolean pingPong,
    long dueNanos) {}
