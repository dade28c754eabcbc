package io.ballast.loadtest.compare;

import java.net.InetSocketAddress;

/** The kinds of work that are compared. Each has a figure of which less is better. */
public enum Workload {
  /** Four connections that receive as fast as they can. */
  BULK("bulk, 4 connections", "CPU s/GB", "GB/s", 1e9),
  /** Fifty connections with short messages to and fro. */
  SMALL("64 B ping-pong x 50", "CPU s/M", "messages/s", 1e6),
  /** Many connections with longer messages. */
  MEDIUM("1 KiB ping-pong x 500", "CPU s/M", "messages/s", 1e6),
  /** Short connections. */
  CONNECT("connect, 1 byte each way, close", "CPU s/10k", "connections/s", 1e4),
  /** Connections that do nothing. */
  IDLE("idle sessions", "bytes/session", "MB in all", 1),
  /** The time of a message when there are few. */
  LATENCY("64 B at 20,000/s x 50", "p50 us", "p99 us", 1);

  private final String title;
  private final String figure;
  private final String second;
  private final double unit;

  Workload(String title, String figure, String second, double unit) {
    this.title = title;
    this.figure = figure;
    this.second = second;
    this.unit = unit;
  }

  /** What a table calls it. */
  String title() {
    return title;
  }

  /** The unit of the figure that is compared. */
  String figure() {
    return figure;
  }

  /** The unit of the figure that is shown beside it. */
  String second() {
    return second;
  }

  /** How much work the figure is for. */
  double unit() {
    return unit;
  }

  Load load(InetSocketAddress to, int idleSessions) {
    return switch (this) {
      case BULK -> new BulkLoad(to, 4);
      case SMALL -> new PingPongLoad(to, 50, 64);
      case MEDIUM -> new PingPongLoad(to, 500, 1024);
      case CONNECT -> new ConnectLoad(to, 32);
      case IDLE -> new IdleLoad(to, idleSessions);
      case LATENCY -> new SteadyLoad(to, 50, 64, 20_000);
    };
  }
}
