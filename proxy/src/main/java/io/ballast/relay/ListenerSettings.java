package io.ballast.relay;

import io.ballast.access.LimitSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Names;
import io.ballast.identity.IdentitySettings;
import java.util.Locale;

/**
 * An accepting address in front of a cluster.
 *
 * @param name unique in the process
 * @param cluster the cluster that it fronts
 * @param bind where it listens; port 0 for any free port
 * @param identity what the identity of a set is taken from
 * @param onMissing what becomes of a connection that names no set
 * @param limits the most it takes
 * @param timeouts how long its connections may take
 * @param keepalive keepalive of both legs of its sessions
 * @param move how its sessions are moved
 */
public record ListenerSettings(
    String name,
    String cluster,
    HostPort bind,
    IdentitySettings identity,
    OnMissing onMissing,
    LimitSettings limits,
    TimeoutSettings timeouts,
    KeepaliveSettings keepalive,
    MoveSettings move) {
  /** What becomes of a connection that names no set, in time or at all. */
  public enum OnMissing {
    /** Its source address is the identity. */
    SOURCE_ADDRESS,
    /** It is closed. */
    REJECT;

    /** The word that people write, such as {@code source-address}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * @throws IllegalArgumentException if a name is malformed
   */
  public ListenerSettings {
    Names.check("listener", name);
    Names.check("cluster", cluster);
  }

  /** A listener that knows sets by their source address, and has the defaults otherwise. */
  public static ListenerSettings of(String name, String cluster, HostPort bind) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        new IdentitySettings.SourceAddress(),
        OnMissing.SOURCE_ADDRESS,
        LimitSettings.NONE,
        TimeoutSettings.DEFAULT,
        KeepaliveSettings.DEFAULT,
        MoveSettings.DEFAULT);
  }

  /** This with another address to listen on. */
  public ListenerSettings withBind(HostPort other) {
    return new ListenerSettings(
        name, cluster, other, identity, onMissing, limits, timeouts, keepalive, move);
  }

  /** This with another identity source. */
  public ListenerSettings withIdentity(IdentitySettings other) {
    return new ListenerSettings(
        name, cluster, bind, other, onMissing, limits, timeouts, keepalive, move);
  }

  /** This with something else for connections that name no set. */
  public ListenerSettings withOnMissing(OnMissing other) {
    return new ListenerSettings(
        name, cluster, bind, identity, other, limits, timeouts, keepalive, move);
  }

  /** This with other limits. */
  public ListenerSettings withLimits(LimitSettings other) {
    return new ListenerSettings(
        name, cluster, bind, identity, onMissing, other, timeouts, keepalive, move);
  }

  /** This with other timeouts. */
  public ListenerSettings withTimeouts(TimeoutSettings other) {
    return new ListenerSettings(
        name, cluster, bind, identity, onMissing, limits, other, keepalive, move);
  }

  /** This with other keepalive. */
  public ListenerSettings withKeepalive(KeepaliveSettings other) {
    return new ListenerSettings(
        name, cluster, bind, identity, onMissing, limits, timeouts, other, move);
  }

  /** This with its sessions moved otherwise. */
  public ListenerSettings withMove(MoveSettings other) {
    return new ListenerSettings(
        name, cluster, bind, identity, onMissing, limits, timeouts, keepalive, other);
  }
}
