package io.ballast.relay.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What files with certificates and keys hold, with errors that name the setting. */
final class Material {
  private Material() {}

  /** A certificate with its signers, and its key. */
  record Identity(List<X509Certificate> chain, PrivateKey key) {}

  static Identity identity(TlsCredentials files) {
    List<X509Certificate> chain = read("cert", files.cert(), PemFile::certificates);
    PrivateKey key =
        read(
            "key",
            files.key(),
            file -> {
              PrivateKey found = PemFile.privateKey(file);
              KeyMatch.check(found, chain.get(0));
              return found;
            });
    return new Identity(chain, key);
  }

  static Optional<List<X509Certificate>> signers(String setting, Optional<Path> file) {
    return file.map(path -> read(setting, path, PemFile::certificates));
  }

  private static <T> T read(String setting, Path file, Function<Path, T> reader) {
    try {
      return reader.apply(file);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(setting + " = " + file + ": " + e.getMessage(), e);
    }
  }

  /** A line for each certificate that is not valid at a time. */
  static List<String> warnings(String setting, Path file, List<X509Certificate> all, Instant now) {
    List<String> warnings = new ArrayList<>();
    for (X509Certificate certificate : all) {
      String subject =
          setting + " = " + file + ": the certificate of " + certificate.getSubjectX500Principal();
      if (certificate.getNotAfter().toInstant().isBefore(now)) {
        warnings.add(
            subject
                + " has expired on "
                + certificate.getNotAfter().toInstant()
                + "; peers refuse it until it is renewed");
      } else if (certificate.getNotBefore().toInstant().isAfter(now)) {
        warnings.add(
            subject
                + " is not valid before "
                + certificate.getNotBefore().toInstant()
                + "; is the clock right?");
      }
    }
    return warnings;
  }
}
