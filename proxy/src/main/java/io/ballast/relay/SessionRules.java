package io.ballast.relay;

import io.ballast.access.Admission;
import io.ballast.identity.IdentitySource;
import io.ballast.relay.tls.ListenerTls;
import io.ballast.session.CloseReason;
import io.netty.channel.ChannelException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all sessions of a listener have in common, ready for use. Any thread may ask; the settings
 * are replaced as a whole when the listener is reconfigured.
 */
final class SessionRules {
  private static final Logger log = LoggerFactory.getLogger(SessionRules.class);

  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long each of the two waits of a gentle close may take. */
  static final Duration GENTLE_STEP = Duration.ofSeconds(5);

  private final Admission admission;
  private final SessionBook book;
  private final Duration gentleStep;
  private final String processToken;
  private final LongSupplier clock;
  private final CongestionChoice congestion;
  private final OncePerMinute handshakes = new OncePerMinute();
  private final OncePerMinute congestionOfClients = new OncePerMinute();
  private final OncePerMinute congestionOfNodes = new OncePerMinute();
  private final OncePerMinute lacks = new OncePerMinute();
  private volatile InForce inForce;

  /** What follows from the settings. */
  private record InForce(
      ListenerSettings settings,
      RelayedCluster cluster,
      ListenerTls tls,
      IdentitySource source,
      LocalAddresses locals) {
    static InForce of(ListenerSettings settings, RelayedCluster cluster, ListenerTls tls) {
      return new InForce(
          settings,
          cluster,
          tls,
          settings.identity().source(),
          new LocalAddresses(cluster.connect().source()));
    }
  }

  /**
   * @param tls what handshakes with clients are made with; null without TLS
   */
  SessionRules(
      ListenerSettings settings,
      RelayedCluster cluster,
      ListenerTls tls,
      CongestionChoice congestion,
      Duration gentleStep,
      String processToken,
      LongSupplier clock) {
    this(
        settings,
        cluster,
        tls,
        new Admission(settings.access(), settings.limits(), clock.getAsLong()),
        congestion,
        gentleStep,
        processToken,
        clock);
  }

  private SessionRules(
      ListenerSettings settings,
      RelayedCluster cluster,
      ListenerTls tls,
      Admission admission,
      CongestionChoice congestion,
      Duration gentleStep,
      String processToken,
      LongSupplier clock) {
    this.admission = admission;
    this.congestion = congestion;
    this.book = new SessionBook(cluster);
    this.gentleStep = gentleStep;
    this.processToken = processToken;
    this.clock = clock;
    this.inForce = InForce.of(settings, cluster, tls);
  }

  /**
   * The rules by other settings: the same ones, changed, unless the cluster is another, whose
   * sessions cannot have those of this one. The limits go on counting.
   */
  SessionRules reconfigured(ListenerSettings settings, RelayedCluster cluster, ListenerTls tls) {
    admission.reconfigure(settings.access(), settings.limits(), nowNanos());
    if (!cluster.isSameAs(cluster())) {
      return new SessionRules(
          settings, cluster, tls, admission, congestion, gentleStep, processToken, clock);
    }
    inForce = InForce.of(settings, cluster, tls);
    return this;
  }

  RelayedCluster cluster() {
    return inForce.cluster();
  }

  /** What handshakes with clients that come now are made with; null without TLS. */
  ListenerTls tls() {
    return inForce.tls();
  }

  /** Whether a connection that comes now needs TLS on a leg. */
  boolean speaksTls() {
    InForce now = inForce;
    return now.tls() != null || now.cluster().tls() != null;
  }

  ListenerSettings settings() {
    return inForce.settings();
  }

  Admission admission() {
    return admission;
  }

  SessionBook book() {
    return book;
  }

  IdentitySource source() {
    return inForce.source();
  }

  LocalAddresses locals() {
    return inForce.locals();
  }

  /**
   * What a socket that is to connect to a node is given as congestion control; null for nothing.
   */
  String congestionTo(InetSocketAddress node) {
    return congestion.toNode(cluster().connect().congestionControl(), node.getAddress());
  }

  /** What a listening socket is given as congestion control; null for nothing. */
  String congestionFor(ListeningCongestion listening, InetSocketAddress address) {
    return listening.next(congestion, settings().congestionControl(), address.getAddress());
  }

  /** What tells this process's sessions from those of others in unique ids. */
  String processToken() {
    return processToken;
  }

  boolean rejectsMissing() {
    return settings().onMissing() == ListenerSettings.OnMissing.REJECT;
  }

  long nowNanos() {
    return clock.getAsLong();
  }

  /** Whether what only a session needs that lasts is worth its system calls. */
  boolean lasting(long acceptedNanos, long nowNanos) {
    return nowNanos - acceptedNanos >= LASTING_NANOS;
  }

  boolean connectOverdue(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos >= cluster().connect().timeout().toNanos();
  }

  /** Says in the log why no TLS came about with a node, once a minute at most. */
  void nodeHandshakeFailed(InetSocketAddress node, Throwable failure) {
    if (handshakes.may(nowNanos())) {
      log.warn(
          "cluster {}: no TLS with the node at {}: {}; see connect.tls and the node's certificate",
          settings().cluster(),
          node,
          SocketErrors.text(failure));
    }
  }

  /**
   * Gives a socket a congestion control; if it cannot have it, the log says so.
   *
   * @param side whose legs it is about
   * @param name null for what it has
   * @param setter sets it, or throws a {@link ChannelException}
   */
  void congest(Side side, String name, Consumer<String> setter) {
    if (name != null) {
      try {
        setter.accept(name);
      } catch (ChannelException refused) {
        congestionRefused(side, name, refused);
      }
    }
  }

  /**
   * Says in the log, once a minute at most, that sockets go on with the congestion control that
   * they have. One that is named was to be had when the settings came into force.
   */
  private void congestionRefused(Side side, String name, ChannelException refusal) {
    boolean client = side == Side.CLIENT;
    String whose = client ? "listener " + settings().name() : "cluster " + settings().cluster();
    CongestionControl setting =
        client ? settings().congestionControl() : cluster().connect().congestionControl();
    if (setting.isAuto()) {
      log.debug("{}: no congestion control {}", whose, name, refusal);
    } else if ((client ? congestionOfClients : congestionOfNodes).may(nowNanos())) {
      log.warn(
          "{}: congestion-control = {} can be had no more ({}), and its connections go on with the"
              + " system's; choose another and reload",
          whose,
          name,
          SocketErrors.words(refusal));
    }
  }

  /** Says in the log, once a minute at most, what this host lacks to connect to a node. */
  void notConnectedFromHere(InetSocketAddress node, ConnectOutcome lack) {
    if (lacks.may(nowNanos())) {
      log.warn(
          "cluster {}: no connection to the node at {}: {}",
          settings().cluster(),
          node,
          lack == ConnectOutcome.NO_DESCRIPTOR
              ? "no descriptor or memory is left; raise the limit of open files (LimitNOFILE)"
              : "no local port is free, or this host has not the address; see connect.source and"
                  + " net.ipv4.ip_local_port_range");
    }
  }

  /** The timeout that an open session has run into, or null. */
  CloseReason overdue(SessionProgress progress, long quietSinceNanos, long nowNanos) {
    TimeoutSettings timeouts = settings().timeouts();
    if (overdue(timeouts.idle(), quietSinceNanos, nowNanos)) {
      return CloseReason.IDLE;
    }
    long since = progress.waitingSince(quietSinceNanos);
    return progress.halfClosed() && overdue(timeouts.halfClosed(), since, nowNanos)
        ? CloseReason.HALF_CLOSED_TIMEOUT
        : null;
  }

  private static boolean overdue(Duration limit, long sinceNanos, long nowNanos) {
    return !limit.isZero() && nowNanos - sinceNanos >= limit.toNanos();
  }

  GentleClose gentleClose(Legs legs, SessionProgress progress, CloseReason reason, Quiet quiet) {
    return new GentleClose(
        legs, progress, settings().move().farewellBytes(), gentleStep.toNanos(), reason, quiet);
  }
}
