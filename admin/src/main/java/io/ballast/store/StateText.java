package io.ballast.store;

import io.ballast.cluster.Node;
import io.ballast.cluster.Pin;
import io.ballast.cluster.Ramp;
import io.ballast.cluster.SetId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** How kept values are written: the lines of the state file, each with its line feed. */
final class StateText {
  /** The version of the format that is written; earlier ones are read too. */
  static final int VERSION = 2;

  /** What the first line starts with in every version. */
  static final String MAGIC = "ballast-state ";

  private StateText() {}

  static byte[] header() {
    return line(MAGIC + VERSION);
  }

  /**
   * The last line.
   *
   * @param lines how many lines come before it
   * @param crc the CRC-32C of all their bytes
   */
  static byte[] end(long lines, long crc) {
    return line(String.format(Locale.ROOT, "end lines %d crc32c %08x", lines, crc));
  }

  static byte[] cluster(String name) {
    return line("cluster " + Quoted.text(name));
  }

  static List<byte[]> topology(KeptTopology kept) {
    List<byte[]> lines = new ArrayList<>();
    kept.zones().forEach((name, zone) -> lines.add(kept("zone", name, zone, StateText::backup)));
    kept.nodes().forEach((name, node) -> lines.add(kept("node", name, node, StateText::node)));
    kept.weights()
        .forEach((name, weight) -> lines.add(kept("weight", name, weight, String::valueOf)));
    kept.nodeZones()
        .forEach((name, zone) -> lines.add(kept("node-zone", name, zone, Quoted::text)));
    kept.ramps().forEach((name, ramp) -> lines.add(ramp(name, ramp)));
    kept.deadlines().forEach((name, at) -> lines.add(deadline(name, at)));
    kept.rebalance()
        .ifPresent(
            on -> lines.add(line("rebalance = " + onOff(on) + ", configured " + onOff(!on))));
    return lines;
  }

  static byte[] affinity(SetId set, Kept<String> zone) {
    return line("affinity " + Quoted.text(set.bytes()) + values(zone, Quoted::text));
  }

  static byte[] pin(SetId set, Kept<Pin> pin) {
    return line("pin " + Quoted.text(set.bytes()) + values(pin, StateText::pin));
  }

  private static <V> byte[] kept(String key, String name, Kept<V> kept, Function<V, String> text) {
    return line(key + " " + Quoted.text(name) + values(kept, text));
  }

  private static byte[] ramp(String name, KeptRamp kept) {
    Ramp ramp = kept.ramp();
    String deadline =
        ramp.deadlineMillis().isPresent() ? time(ramp.deadlineMillis().getAsLong()) : "none";
    return line(
        "ramp "
            + Quoted.text(name)
            + " = from "
            + ramp.from()
            + " to "
            + ramp.to()
            + " steps "
            + ramp.steps()
            + " done "
            + ramp.done()
            + " spacing-ms "
            + ramp.spacingMillis()
            + " deadline "
            + deadline
            + configured(kept.configured(), String::valueOf));
  }

  private static byte[] deadline(String name, long millis) {
    return line("deadline " + Quoted.text(name) + " = " + time(millis) + ", configured none");
  }

  /** A time of the wall clock, to the millisecond. */
  static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static <V> String values(Kept<V> kept, Function<V, String> text) {
    return " = " + kept.value().map(text).orElse("none") + configured(kept.configured(), text);
  }

  private static <V> String configured(Optional<V> configured, Function<V, String> text) {
    return ", configured " + configured.map(text).orElse("none");
  }

  private static String backup(String zone) {
    return "backup " + Quoted.text(zone);
  }

  private static String node(Node node) {
    return "address "
        + Quoted.text(node.address().toString())
        + " zone "
        + Quoted.text(node.zone())
        + " weight "
        + node.weight()
        + " max-sessions "
        + node.maxSessions();
  }

  private static String pin(Pin pin) {
    return pin.node().map(node -> "node " + Quoted.text(node)).orElse("here");
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
