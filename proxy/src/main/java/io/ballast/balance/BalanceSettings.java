package io.ballast.balance;

/**
 * How a cluster is balanced: the part of {@code balance} that is not the width of the band, which
 * placement needs too and has as {@link io.ballast.placement.BandSettings}.
 *
 * @param mode {@code mode}: whether sessions are moved
 * @param onDown {@code on-down}: what becomes of the sessions on a node that turned unhealthy
 * @param damping how long balancing waits
 * @param pace how fast it moves
 */
public record BalanceSettings(
    Mode mode, OnDown onDown, DampingSettings damping, PaceSettings pace) {
  /** Sessions are moved, off unhealthy nodes too, with the default damping and pace. */
  public static final BalanceSettings DEFAULT =
      new BalanceSettings(Mode.MOVE, OnDown.MOVE, DampingSettings.DEFAULT, PaceSettings.DEFAULT);
}
