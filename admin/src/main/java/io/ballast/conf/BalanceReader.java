package io.ballast.conf;

import io.ballast.balance.BalanceSettings;
import io.ballast.balance.DampingSettings;
import io.ballast.balance.Mode;
import io.ballast.balance.OnDown;
import io.ballast.balance.PaceSettings;
import io.ballast.placement.BandSettings;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code balance}: the band, which placement has too, and how live sessions are moved. */
final class BalanceReader {
  /** The word for a patience that never ends. */
  private static final String NEVER = "never";

  private BalanceReader() {}

  /** What {@code balance} says. */
  record Balance(BandSettings band, BalanceSettings settings) {
    static final Balance DEFAULT = new Balance(BandSettings.DEFAULT, BalanceSettings.DEFAULT);
  }

  static Balance read(Section s) {
    return new Balance(
        band(s),
        new BalanceSettings(
            s.get("mode", Form.word(Mode.class), BalanceSettings.DEFAULT.mode()),
            s.get("on-down", Form.word(OnDown.class), BalanceSettings.DEFAULT.onDown()),
            damping(s),
            pace(s)));
  }

  private static BandSettings band(Section s) {
    BandSettings defaults = BandSettings.DEFAULT;
    return new BandSettings(
        s.get("enter", Form.decimal(), defaults.enter()),
        s.get("leave", Form.decimal(), defaults.leave()));
  }

  private static DampingSettings damping(Section s) {
    DampingSettings defaults = DampingSettings.DEFAULT;
    return new DampingSettings(
        s.get("dwell", Form.duration(), defaults.dwell()),
        s.get("residency", Form.duration(), defaults.residency()),
        s.get("cool-down", Form.duration(), defaults.coolDown()),
        s.get("override", Form.duration(), defaults.override()),
        s.get("hold", Form.duration(), defaults.hold()),
        s.get("hold-max", Form.duration(), defaults.holdMax()),
        s.get("settle", Form.duration(), defaults.settle()),
        s.get("settle-max", Form.duration(), defaults.settleMax()),
        s.get("crowd", Form.whole(), defaults.crowd()));
  }

  private static PaceSettings pace(Section s) {
    PaceSettings defaults = PaceSettings.DEFAULT;
    return new PaceSettings(
        s.get("tick", Form.duration(), defaults.tick()),
        s.get("rate", Form.whole(), defaults.ratePerSecond()),
        s.get("node-rate", Form.whole(), defaults.nodeRatePerSecond()),
        s.get("quiet", Form.duration(), defaults.quiet()),
        s.get("patience", patience(), defaults.patience()),
        s.get("return-window", Form.duration(), defaults.returnWindow()),
        s.get("brake", Form.flag(), defaults.brake()));
  }

  private static Form<Optional<Duration>> patience() {
    return value ->
        NEVER.equals(value.unwrapped())
            ? Optional.empty()
            : Optional.of(Form.duration().read(value));
  }
}
