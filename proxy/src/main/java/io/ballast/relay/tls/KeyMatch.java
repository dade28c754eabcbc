package io.ballast.relay.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;

/** Whether a private key belongs to a certificate: what it signs must bear the other's test. */
public final class KeyMatch {
  private static final byte[] PROBE = {1, 2, 3, 4, 5, 6, 7, 8};

  private KeyMatch() {}

  /**
   * Checks that a key is the one of a certificate.
   *
   * @throws IllegalArgumentException if it is not; the message is the rule and the remedy
   */
  public static void check(PrivateKey key, X509Certificate certificate) {
    if (!matches(key, certificate.getPublicKey())) {
      throw new IllegalArgumentException(
          "the key does not belong to the certificate in cert; name the key that it was made for."
              + " The certificate of this server comes first in its file, before those of its"
              + " signers");
    }
  }

  private static boolean matches(PrivateKey key, PublicKey certified) {
    try {
      Signature signature = Signature.getInstance(algorithm(key.getAlgorithm()));
      signature.initSign(key);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException ofAnotherKind) {
      return false;
    }
  }

  private static String algorithm(String keyAlgorithm) {
    return switch (keyAlgorithm) {
      case "RSA", "RSASSA-PSS" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> keyAlgorithm;
    };
  }
}
