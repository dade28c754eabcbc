package io.ballast.balance;

import io.ballast.session.Session;

/**
 * A session that is still on a node that is to be empty.
 *
 * @param session the session
 * @param reason why it is still there; {@link Stuck#BUSY} also if its turn has not come
 */
public record StuckSession(Session session, Stuck reason) {}
