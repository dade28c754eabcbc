package io.ballast.identity;

import java.util.Locale;

/** The part of a client's certificate that is its identity. */
public enum CertificatePart {
  /** The common name of its subject; of several the most specific one. */
  CN,
  /** The first host name among its alternative names. */
  SAN_DNS,
  /** Its whole subject, written as RFC 2253 says, such as {@code CN=device-7,O=Example}. */
  SUBJECT;

  /** The word that people write, such as {@code san-dns}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
