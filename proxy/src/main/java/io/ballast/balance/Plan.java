package io.ballast.balance;

import java.util.List;

/**
 * What one tick has decided.
 *
 * @param moves by due time
 * @param nodes by name
 * @param waiting whether a session is due that time alone will let go
 */
record Plan(List<Move> moves, List<NodeStatus> nodes, boolean waiting) {}
