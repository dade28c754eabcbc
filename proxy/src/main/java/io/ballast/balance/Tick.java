package io.ballast.balance;

/** All that one tick reads, and the counts and gates that it fills as it decides. */
record Tick(
    SessionTable table,
    Layout layout,
    BalanceState state,
    Census census,
    NodeGates gates,
    Destinations destinations,
    BalanceSettings settings,
    Quietness quietness,
    long now) {
  /** Whether moves by the rule are made, not only reported. */
  boolean moves(Rule rule) {
    return settings.mode() == Mode.MOVE && (!rule.voluntary() || layout.snapshot().rebalance());
  }
}
