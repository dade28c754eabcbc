package io.ballast.relay.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads certificates and keys from PEM files (RFC 7468). What is wrong with a file is thrown as an
 * {@link IllegalArgumentException} whose message is the rule and the remedy.
 */
public final class PemFile {
  private static final long MAX_BYTES = 1 << 20;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PKCS8 = "PRIVATE KEY";
  private static final List<String> KEY_TYPES = List.of("RSA", "EC", "Ed25519", "RSASSA-PSS");

  private PemFile() {}

  private record Block(String label, String content) {}

  /**
   * The certificates of a file, in its order.
   *
   * @throws IllegalArgumentException if the file cannot be read, has none, or has a broken one
   */
  public static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(file)) {
      if (block.label().equals(CERTIFICATE)) {
        certificates.add(certificate(block));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no certificate in the file; it holds blocks of -----BEGIN CERTIFICATE-----");
    }
    return List.copyOf(certificates);
  }

  private static X509Certificate certificate(Block block) {
    try {
      Certificate certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(decoded(block)));
      return (X509Certificate) certificate;
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          "a certificate in the file is damaged (" + e.getMessage() + "); write it anew", e);
    }
  }

  /**
   * The private key of a file.
   *
   * @throws IllegalArgumentException if the file cannot be read, has none, or has one that is
   *     encrypted, in an old format, or damaged
   */
  public static PrivateKey privateKey(Path file) {
    for (Block block : blocks(file)) {
      if (block.label().equals("ENCRYPTED PRIVATE KEY") || block.content().contains("ENCRYPTED")) {
        throw new IllegalArgumentException(
            "the key is encrypted, and nobody is there to type its password; decrypt it with"
                + converting(file)
                + " and protect the new file by its owner and mode");
      }
      if (block.label().equals(PKCS8)) {
        return privateKey(decoded(block));
      }
      if (block.label().endsWith(PKCS8)) {
        throw new IllegalArgumentException(
            "a block of "
                + block.label()
                + " is of an old format; a key stands in a block of -----BEGIN PRIVATE KEY-----."
                + " Convert it with"
                + converting(file));
      }
    }
    throw new IllegalArgumentException(
        "there is no private key in the file; it holds a block of -----BEGIN PRIVATE KEY-----");
  }

  private static String converting(Path file) {
    return " openssl pkcs8 -topk8 -nocrypt -in " + file.getFileName() + " -out new-key.pem";
  }

  private static PrivateKey privateKey(byte[] encoded) {
    return KEY_TYPES.stream()
        .flatMap(type -> privateKey(type, encoded).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the key is damaged, or of none of the kinds " + String.join(", ", KEY_TYPES)));
  }

  private static Optional<PrivateKey> privateKey(String type, byte[] encoded) {
    try {
      KeyFactory keys = KeyFactory.getInstance(type);
      return Optional.of(keys.generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException otherType) {
      return Optional.empty();
    }
  }

  private static List<Block> blocks(Path file) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text(file));
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2)));
    }
    return blocks;
  }

  private static String text(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new IllegalArgumentException("it is a directory; name a file in PEM format");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException("the file has more than 1 MiB; is it in PEM format?");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "there is no such file; paths are relative to the working directory, "
              + Path.of("").toAbsolutePath(),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the file cannot be read by the user that runs Ballast (" + e.getMessage() + ")", e);
    }
  }

  private static byte[] decoded(Block block) {
    try {
      return Base64.getMimeDecoder().decode(block.content());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the block of " + block.label() + " is no base64; copy the file anew", e);
    }
  }
}
