package io.ballast.identity;

import java.util.List;

/** What a listener takes the identity of its sets from. */
public sealed interface IdentitySettings {
  /** The source that reads it. */
  IdentitySource source();

  /** Whether clients ask for TLS in their protocol, instead of beginning with a handshake. */
  default boolean asksForTls() {
    return false;
  }

  /**
   * The names that TLS clients have for the application protocol (ALPN, RFC 7301), such as {@code
   * mqtt}; empty if the source does not tell which it is.
   */
  default List<String> applicationProtocols() {
    return List.of();
  }

  /**
   * The client's address, or its network: everything behind one address is one set.
   *
   * @param v4 how many bits of an IPv4 address count, 1 to 32
   * @param v6 how many bits of an IPv6 address count, 1 to 128
   */
  record SourceAddress(int v4, int v6) implements IdentitySettings {
    /** IPv4 addresses, and the networks in which a host changes its IPv6 address (RFC 8981). */
    public static final SourceAddress DEFAULT = new SourceAddress(32, 64);

    /**
     * @throws IllegalArgumentException if a number is out of its range
     */
    public SourceAddress {
      check("v4", v4, 32);
      check("v6", v6, 128);
    }

    private static void check(String key, int bits, int most) {
      if (bits < 1 || bits > most) {
        throw new IllegalArgumentException(
            "%s = %d: 1 to %d bits of the address count".formatted(key, bits, most));
      }
    }

    @Override
    public IdentitySource source() {
      return new SourceAddressSource(v4, v6);
    }
  }

  /** The client's address and port: each connection is a set of its own. */
  record SourceEndpoint() implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new SourceEndpointSource();
    }
  }

  /**
   * A part of the first line that the client sends.
   *
   * @param pattern an RE2 pattern with a group {@code id}, searched for in the line without its
   *     end; a byte counts as the character of its number (ISO-8859-1)
   */
  record Line(String pattern) implements IdentitySettings {
    /**
     * @throws IllegalArgumentException if the pattern is malformed or has no group {@code id}
     */
    public Line {
      LineSource.compile(pattern);
    }

    @Override
    public IdentitySource source() {
      return new LineSource(pattern);
    }
  }

  /**
   * The host name that a TLS client asks for; its bytes are passed through, unless the listener
   * terminates TLS.
   */
  record Sni() implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new SniSource();
    }
  }

  /** The client identifier of MQTT 3.1, 3.1.1 and 5.0. */
  record MqttClientId() implements IdentitySettings {
    @Override
    public List<String> applicationProtocols() {
      return List.of("mqtt");
    }

    @Override
    public IdentitySource source() {
      return new MqttClientIdSource();
    }
  }

  /**
   * {@code user/database} of a PostgreSQL client.
   *
   * @param ssl what is done when the client asks for TLS first
   * @param gss what is done when it asks for GSSAPI encryption first
   */
  record PostgresUser(PostgresEncryption ssl, PostgresEncryption gss) implements IdentitySettings {
    /** Both are refused, so that every client says who it is. */
    public static final PostgresUser DEFAULT =
        new PostgresUser(PostgresEncryption.REFUSE, PostgresEncryption.REFUSE);

    /**
     * @throws IllegalArgumentException if GSSAPI encryption is to be terminated
     */
    public PostgresUser {
      if (gss == PostgresEncryption.TERMINATE) {
        throw new IllegalArgumentException(
            "gss = terminate: GSSAPI encryption cannot be terminated; choose refuse or pass-on");
      }
    }

    @Override
    public IdentitySource source() {
      return new PostgresUserSource(ssl, gss);
    }

    @Override
    public boolean asksForTls() {
      return ssl == PostgresEncryption.TERMINATE;
    }

    @Override
    public List<String> applicationProtocols() {
      return List.of("postgresql");
    }
  }

  /**
   * A part of the certificate that a TLS client shows to a listener that terminates TLS.
   *
   * @param part which part of the certificate
   */
  record TlsClientCert(CertificatePart part) implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new TlsClientCertSource(part);
    }
  }

  /**
   * What a trusted sender's PROXY protocol header carries.
   *
   * @param part which part of the header
   */
  record ProxyProtocol(ProxyIdentity part) implements IdentitySettings {
    @Override
    public IdentitySource source() {
      return new ProxyProtocolSource(part);
    }
  }
}
