package io.ballast.relay;

import io.ballast.access.AccessSettings;
import io.ballast.access.LimitSettings;
import io.ballast.cluster.HostPort;
import io.ballast.cluster.Names;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.tls.ClientCertificates;
import io.ballast.relay.tls.ListenerTls;
import io.ballast.relay.tls.ListenerTlsSettings;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

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
 * @param congestionControl congestion control of the legs of its clients
 * @param move how its sessions are moved
 * @param tls how it terminates TLS, if it does
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
    CongestionControl congestionControl,
    MoveSettings move,
    Optional<ListenerTlsSettings> tls) {
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
   * @throws IllegalArgumentException if a name is malformed, the identity comes from headers and no
   *     sender of them is trusted, or it takes TLS that is not terminated here
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
    if (identity.asksForTls() && tls.isEmpty()) {
      throw new IllegalArgumentException(
          "identity = postgres-user: ssl = terminate takes a certificate and a key; name their files"
              + " in tls");
    }
    boolean asksForCertificates =
        tls.filter(asking -> asking.clientCertificates() != ClientCertificates.NONE).isPresent();
    if (identity instanceof IdentitySettings.TlsClientCert && !asksForCertificates) {
      throw new IllegalArgumentException(
          "identity = tls-client-cert: no client is asked for a certificate; set tls.client-certs to"
              + " optional or required");
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
        CongestionControl.AUTO,
        MoveSettings.DEFAULT,
        Optional.empty());
  }

  /** This with another address to listen on. */
  public ListenerSettings withBind(HostPort other) {
    return withBind(new Bind.Address(other));
  }

  /** This with another place to listen. */
  public ListenerSettings withBind(Bind other) {
    return with(draft -> draft.bind = other);
  }

  /** This with another identity source. */
  public ListenerSettings withIdentity(IdentitySettings other) {
    return with(draft -> draft.identity = other);
  }

  /** This with something else for connections that name no set. */
  public ListenerSettings withOnMissing(OnMissing other) {
    return with(draft -> draft.onMissing = other);
  }

  /** This with other PROXY protocol headers. */
  public ListenerSettings withProxyProtocol(ProxyProtocolSettings other) {
    return with(draft -> draft.proxyProtocol = other);
  }

  /** This with clients from elsewhere. */
  public ListenerSettings withAccess(AccessSettings other) {
    return with(draft -> draft.access = other);
  }

  /** This with other limits. */
  public ListenerSettings withLimits(LimitSettings other) {
    return with(draft -> draft.limits = other);
  }

  /** This with other timeouts. */
  public ListenerSettings withTimeouts(TimeoutSettings other) {
    return with(draft -> draft.timeouts = other);
  }

  /** This with other keepalive. */
  public ListenerSettings withKeepalive(KeepaliveSettings other) {
    return with(draft -> draft.keepalive = other);
  }

  /** This with other congestion control. */
  public ListenerSettings withCongestionControl(CongestionControl other) {
    return with(draft -> draft.congestionControl = other);
  }

  /** This with its sessions moved otherwise. */
  public ListenerSettings withMove(MoveSettings other) {
    return with(draft -> draft.move = other);
  }

  /** This with TLS terminated. */
  public ListenerSettings withTls(ListenerTlsSettings settings) {
    return with(draft -> draft.tls = Optional.of(settings));
  }

  private ListenerSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** The values that can be others, while one of them is being changed. */
  private static final class Draft {
    private final String name;
    private final String cluster;
    private Bind bind;
    private IdentitySettings identity;
    private OnMissing onMissing;
    private ProxyProtocolSettings proxyProtocol;
    private AccessSettings access;
    private LimitSettings limits;
    private TimeoutSettings timeouts;
    private KeepaliveSettings keepalive;
    private CongestionControl congestionControl;
    private MoveSettings move;
    private Optional<ListenerTlsSettings> tls;

    Draft(ListenerSettings from) {
      name = from.name;
      cluster = from.cluster;
      bind = from.bind;
      identity = from.identity;
      onMissing = from.onMissing;
      proxyProtocol = from.proxyProtocol;
      access = from.access;
      limits = from.limits;
      timeouts = from.timeouts;
      keepalive = from.keepalive;
      congestionControl = from.congestionControl;
      move = from.move;
      tls = from.tls;
    }

    ListenerSettings settings() {
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
          congestionControl,
          move,
          tls);
    }
  }

  /**
   * Reads the files of its certificate and key; blocks.
   *
   * @return null without TLS
   * @throws IllegalArgumentException if one cannot be used: {@code key = value: rule and remedy}
   */
  public ListenerTls loadTls() {
    return tls.map(files -> ListenerTls.load(files, identity)).orElse(null);
  }
}
