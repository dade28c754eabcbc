package io.ballast.relay;

import io.ballast.access.AccessSettings;
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
 * @param bind where it listens
 * @param identity what the identity of a set is taken from
 * @param onMissing what becomes of a connection that names no set
 * @param proxyProtocol whose connections begin with a PROXY protocol header, and what nodes are
 *     sent
 * @param access from where clients may connect
 * @param limits the most it takes
 * @param timeouts how long its connections may take
 * @param keepalive keepalive of both legs of its sessions
 * @param move how its sessions are moved
 */
public record ListenerSettings(
    String name,
    String cluster,
    Bind bind,
    IdentitySettings identity,
    OnMissing onMissing,
    ProxyProtocolSettings proxyProtocol,
    AccessSettings access,
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
   * @throws IllegalArgumentException if a name is malformed, or the identity comes from headers and
   *     no sender of them is trusted
   */
  public ListenerSettings {
    Names.check("listener", name);
    Names.check("cluster", cluster);
    if (identity instanceof IdentitySettings.ProxyProtocol
        && proxyProtocol.acceptFrom().isEmpty()) {
      throw new IllegalArgumentException(
          "identity = proxy-protocol: no sender of headers is trusted; name the networks of those in"
              + " front in proxy-protocol.accept-from");
    }
  }

  /** A listener that knows sets by their source address, and has the defaults otherwise. */
  public static ListenerSettings of(String name, String cluster, HostPort bind) {
    return new ListenerSettings(
        name,
        cluster,
        new Bind.Address(bind),
        IdentitySettings.SourceAddress.DEFAULT,
        OnMissing.SOURCE_ADDRESS,
        ProxyProtocolSettings.NONE,
        AccessSettings.EVERYWHERE,
        LimitSettings.NONE,
        TimeoutSettings.DEFAULT,
        KeepaliveSettings.DEFAULT,
        MoveSettings.DEFAULT);
  }

  /** This with another address to listen on. */
  public ListenerSettings withBind(HostPort other) {
    return withBind(new Bind.Address(other));
  }

  /** This with another place to listen. */
  public ListenerSettings withBind(Bind other) {
    return new ListenerSettings(
        name,
        cluster,
        other,
        identity,
        onMissing,
        proxyProtocol,
        access,
        limits,
        timeouts,
        keepalive,
        move);
  }

  /** This with another identity source. */
  public ListenerSettings withIdentity(IdentitySettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        other,
        onMissing,
        proxyProtocol,
        access,
        limits,
        timeouts,
        keepalive,
        move);
  }

  /** This with something else for connections that name no set. */
  public ListenerSettings withOnMissing(OnMissing other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        other,
        proxyProtocol,
        access,
        limits,
        timeouts,
        keepalive,
        move);
  }

  /** This with other PROXY protocol headers. */
  public ListenerSettings withProxyProtocol(ProxyProtocolSettings other) {
    return new ListenerSettings(
        name, cluster, bind, identity, onMissing, other, access, limits, timeouts, keepalive, move);
  }

  /** This with clients from elsewhere. */
  public ListenerSettings withAccess(AccessSettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        onMissing,
        proxyProtocol,
        other,
        limits,
        timeouts,
        keepalive,
        move);
  }

  /** This with other limits. */
  public ListenerSettings withLimits(LimitSettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        onMissing,
        proxyProtocol,
        access,
        other,
        timeouts,
        keepalive,
        move);
  }

  /** This with other timeouts. */
  public ListenerSettings withTimeouts(TimeoutSettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        onMissing,
        proxyProtocol,
        access,
        limits,
        other,
        keepalive,
        move);
  }

  /** This with other keepalive. */
  public ListenerSettings withKeepalive(KeepaliveSettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        onMissing,
        proxyProtocol,
        access,
        limits,
        timeouts,
        other,
        move);
  }

  /** This with its sessions moved otherwise. */
  public ListenerSettings withMove(MoveSettings other) {
    return new ListenerSettings(
        name,
        cluster,
        bind,
        identity,
        onMissing,
        proxyProtocol,
        access,
        limits,
        timeouts,
        keepalive,
        other);
  }
}
