package io.ballast.conf;

import io.ballast.identity.CertificatePart;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.PostgresEncryption;
import io.ballast.identity.ProxyIdentity;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code identity} where it is an object: one source with what belongs to it. */
final class IdentityReader {
  private static final String ADDRESS = "source-address";
  private static final String POSTGRES = "postgres-user";
  private static final String HEADER = "proxy-protocol";
  private static final String CERTIFICATE = "tls-client-cert";
  private static final String LINE = "line";

  private IdentityReader() {}

  static IdentitySettings read(Section s) {
    List<IdentitySettings> sources = new ArrayList<>();
    if (s.hasObject(ADDRESS)) {
      sources.add(
          s.section(ADDRESS, IdentitySettings.SourceAddress.DEFAULT, IdentityReader::lengths));
    }
    if (s.hasObject(POSTGRES)) {
      sources.add(
          s.section(POSTGRES, IdentitySettings.PostgresUser.DEFAULT, IdentityReader::encryption));
    }
    s.find(HEADER, Form.word(ProxyIdentity.class))
        .ifPresent(part -> sources.add(new IdentitySettings.ProxyProtocol(part)));
    s.find(CERTIFICATE, Form.word(CertificatePart.class))
        .ifPresent(part -> sources.add(new IdentitySettings.TlsClientCert(part)));
    s.find(LINE, Form.text()).ifPresent(line -> sources.add(new IdentitySettings.Line(line)));
    if (sources.size() > 1) {
      throw new IllegalArgumentException(
          "the identity has one source, and here are " + sources.size() + "; take out the others");
    }
    if (sources.isEmpty() && !s.isBroken(HEADER) && !s.isBroken(CERTIFICATE)) {
      s.require(LINE);
    }
    return sources.isEmpty() ? IdentitySettings.SourceAddress.DEFAULT : sources.get(0);
  }

  private static IdentitySettings.SourceAddress lengths(Section s) {
    IdentitySettings.SourceAddress defaults = IdentitySettings.SourceAddress.DEFAULT;
    return new IdentitySettings.SourceAddress(
        s.get("v4", Form.whole(), defaults.v4()), s.get("v6", Form.whole(), defaults.v6()));
  }

  private static IdentitySettings.PostgresUser encryption(Section s) {
    IdentitySettings.PostgresUser defaults = IdentitySettings.PostgresUser.DEFAULT;
    return new IdentitySettings.PostgresUser(
        s.get("ssl", Form.word(PostgresEncryption.class), defaults.ssl()),
        s.get("gss", Form.word(PostgresEncryption.class), defaults.gss()));
  }
}
