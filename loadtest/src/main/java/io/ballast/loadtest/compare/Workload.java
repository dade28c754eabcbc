package io.ballast.loadtest.compare;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/** The kinds of work that are compared. */
public enum Workload {
  /** Four connections that receive as fast as they can. */
  BULK("bulk, 4 connections", 1e9, Call.MEGABYTE, cost("GB"), shown("GB/s"), load("GB")),
  /** Fifty connections with short messages to and fro. */
  SMALL("64 B ping-pong x 50", 1e6, Call.MESSAGE, cost("M"), shown("messages/s"), load("M")),
  /** Many connections with longer messages. */
  MEDIUM("1 KiB ping-pong x 500", 1e6, Call.MESSAGE, cost("M"), shown("messages/s"), load("M")),
  /** Short connections. */
  CONNECT(
      "connect, 1 byte each way, close",
      1e4,
      Call.CONNECTION,
      cost("10k"),
      shown("connections/s"),
      load("10k")),
  /** Connections that do nothing. */
  IDLE("idle sessions", 1, Call.NONE, compared("bytes/session"), compared("MB in all")),
  /** Very many connections that are made at once. */
  BURST(
      "connections at once, 8 bytes each way",
      1,
      Call.NONE,
      compared("ms until half are answered"),
      compared("ms until all are"),
      shown("CPU s")),
  /** The time of a message when there are few. */
  LATENCY("64 B at 20,000/s x 50", 1, Call.NONE, compared("p50 us"), compared("p99 us")),
  /** The time of a message when others have very many. */
  FAIRNESS(
      "64 B at 2,000/s x 1,000 beside bulk x 2",
      1e9,
      Call.NONE,
      compared("p50 us"),
      compared("p99 us"),
      compared("bulk GB/s")),
  /** From nothing until a first byte is answered. */
  START("start until a byte is answered", 1, Call.NONE, shown("ms"), shown("CPU s"));

  private final String title;
  private final double unit;
  private final Call call;

  @SuppressWarnings("ImmutableEnumChecker") // a List.of
  private final List<Figure> figures;

  Workload(String title, double unit, Call call, Figure... figures) {
    this.title = title;
    this.unit = unit;
    this.call = call;
    this.figures = List.of(figures);
  }

  /**
   * A figure of each run.
   *
   * @param title its unit
   * @param compared whether its ratio to HAProxy's is of interest
   */
  record Figure(String title, boolean compared) {}

  /** What system calls are counted for. */
  enum Call {
    MEGABYTE(1e6),
    MESSAGE(1),
    CONNECTION(1),
    /** They are not counted. */
    NONE(0);

    private final double unit;

    Call(double unit) {
      this.unit = unit;
    }

    /** How much work that is, as a load counts it. */
    double unit() {
      return unit;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static Figure cost(String unit) {
    return new Figure("CPU s/" + unit, true);
  }

  private static Figure compared(String title) {
    return new Figure(title, true);
  }

  private static Figure shown(String title) {
    return new Figure(title, false);
  }

  private static Figure load(String unit) {
    return new Figure("load CPU s/" + unit, false);
  }

  /** What a table calls it. */
  String title() {
    return title;
  }

  /** What each run is measured by, the most important first. */
  List<Figure> figures() {
    return figures;
  }

  /** How much work, as a load counts it, the first figure is for. */
  double unit() {
    return unit;
  }

  /** What its system calls are counted for. */
  Call call() {
    return call;
  }

  /** Whether its system calls are those of a unit of work, so that they can be counted. */
  public boolean hasCalls() {
    return call != Call.NONE;
  }

  /** Whether a peer can be measured with it: without a proxy nothing starts and holds sessions. */
  boolean suits(Peer peer) {
    return peer != Peer.DIRECT || (this != START && this != IDLE);
  }

  /**
   * The load, not begun yet.
   *
   * @param threads how many threads make it
   */
  Load load(InetSocketAddress to, int idleSessions, int threads) {
    return switch (this) {
      case BULK -> new BulkLoad(to, threads, 4);
      case SMALL -> new PingPongLoad(to, threads, 50, 64);
      case MEDIUM -> new PingPongLoad(to, threads, 500, 1024);
      case CONNECT -> new ConnectLoad(to, threads, 32);
      case IDLE -> new IdleLoad(to, idleSessions);
      case BURST -> new BurstLoad(to, idleSessions);
      case LATENCY -> new SteadyLoad(to, 50, 64, 20_000);
      case FAIRNESS -> new FairnessLoad(to, threads);
      case START -> throw new IllegalStateException("a start is measured without a load");
    };
  }
}
