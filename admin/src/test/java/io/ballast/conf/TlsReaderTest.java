package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fixture.TestAuthority;
import io.ballast.fixture.TestAuthority.Issued;
import io.ballast.identity.CertificatePart;
import io.ballast.identity.IdentitySettings;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.tls.ClientCertificates;
import io.ballast.relay.tls.ListenerTlsSettings;
import io.ballast.relay.tls.NodeTlsSettings;
import io.ballast.relay.tls.TlsCredentials;
import io.ballast.relay.tls.TlsVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsReaderTest {
  @TempDir private Path directory;
  private TestAuthority authority;
  private Issued issued;

  @BeforeEach
  void issue() {
    authority = new TestAuthority(directory, "authority");
    issued = authority.issue("proxy", "localhost");
  }

  private Outcome<Map<String, ListenerSettings>> outcome(String keys) {
    ListenerReader reader = Reads.listenerReader();
    return Reads.text(
        "ballast.listeners.a {\n cluster = phones, bind = \"127.0.0.1:0\"\n" + keys + "\n}",
        s -> s.named("listeners", reader::read));
  }

  private List<String> problems(String keys) {
    return Reads.problems(outcome(keys));
  }

  private ListenerSettings listener(String keys) {
    return Reads.accepted(outcome(keys)).get("a");
  }

  private static String quoted(Path file) {
    return '"' + file.toString() + '"';
  }

  private String own() {
    return "cert = %s, key = %s".formatted(quoted(issued.cert()), quoted(issued.key()));
  }

  private static NodeTlsSettings nodes(String keys) {
    return Reads.accepted(
            Reads.text("ballast {\n" + keys + "\n}", s -> TlsReader.WITH_FILES.nodes(s)))
        .orElseThrow();
  }

  private static List<String> nodeProblems(String keys) {
    return Reads.problems(
        Reads.text("ballast {\n" + keys + "\n}", s -> TlsReader.WITH_FILES.nodes(s)));
  }

  @Test
  void aListenerTerminatesTlsWhereThereIsSuchAnObject() {
    TlsCredentials credentials = new TlsCredentials(issued.cert(), issued.key());
    assertThat(listener("").tls()).isEmpty();
    assertThat(listener("tls { %s }".formatted(own())).tls())
        .contains(ListenerTlsSettings.of(credentials));
    assertThat(listener("tls { enabled = off, cert = a, key = b }").tls()).isEmpty();
    String all =
        "tls { %s, client-certs = optional, client-ca = %s, min-version = 1.3 }"
            .formatted(own(), quoted(authority.certificate()));
    assertThat(listener(all).tls())
        .contains(
            new ListenerTlsSettings(
                credentials,
                ClientCertificates.OPTIONAL,
                Optional.of(authority.certificate()),
                TlsVersion.V1_3));
  }

  @Test
  void nodesAreVerifiedUnlessConfiguredOtherwise() {
    assertThat(nodes("tls {}")).isEqualTo(NodeTlsSettings.DEFAULT);
    assertThat(nodes("tls { verify = off, server-name = db.example, %s }".formatted(own())))
        .isEqualTo(
            NodeTlsSettings.DEFAULT
                .withoutVerification()
                .withServerName("db.example")
                .withCredentials(new TlsCredentials(issued.cert(), issued.key())));
    assertThat(nodes("tls { ca = %s }".formatted(quoted(authority.certificate()))).ca())
        .contains(authority.certificate());
  }

  @Test
  void aFileThatCannotBeUsedIsAProblemOfItsKey() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty.pem"), "nothing\n");
    Reads.assertStarts(
        problems(
            """
            tls {
              cert = "%1$s/none.pem"
              key = "%1$s"
              client-certs = required
              client-ca = "%2$s"
            }
            """
                .formatted(directory, empty)),
        """
        x.conf:4: listeners.a.tls.cert = %1$s/none.pem: there is no such file; paths are relative to
        x.conf:5: listeners.a.tls.key = %1$s: it is a directory
        x.conf:7: listeners.a.tls.client-ca = %2$s: there is no certificate
        """
            .formatted(directory, empty));
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() {
    Issued other = authority.issue("other");
    assertThat(
            problems(
                "tls { cert = %s\n key = %s }"
                    .formatted(quoted(issued.cert()), quoted(other.key()))))
        .singleElement()
        .asString()
        .startsWith("x.conf:4: listeners.a.tls.key = ")
        .contains("does not belong to the certificate");
  }

  @Test
  void aKeyThatCannotBeReadSaysHowToConvertIt() throws Exception {
    Path encrypted = directory.resolve("encrypted.pem");
    Files.writeString(
        encrypted,
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----");
    Path old = directory.resolve("old.pem");
    Files.writeString(old, "-----BEGIN RSA PRIVATE KEY-----\nAA==\n-----END RSA PRIVATE KEY-----");
    String keys = "tls { cert = %s, key = %s }";
    assertThat(problems(keys.formatted(quoted(issued.cert()), quoted(encrypted))))
        .singleElement()
        .asString()
        .contains("the key is encrypted")
        .contains("openssl pkcs8 -topk8 -nocrypt -in encrypted.pem");
    assertThat(problems(keys.formatted(quoted(issued.cert()), quoted(old))))
        .singleElement()
        .asString()
        .contains("RSA PRIVATE KEY is of an old format")
        .contains("openssl pkcs8");
  }

  @Test
  void aCertificateAndItsKeyAreRequired() {
    assertThat(problems("tls {}"))
        .hasSize(2)
        .allMatch(problem -> problem.contains("missing, and it has no default"));
    assertThat(nodeProblems("tls { cert = %s }".formatted(quoted(issued.cert()))))
        .singleElement()
        .asString()
        .contains("a certificate and its key go together");
  }

  @Test
  void clientsAreVerifiedBySomebody() {
    assertThat(problems("tls { %s, client-certs = optional }".formatted(own())))
        .singleElement()
        .asString()
        .contains("tls.client-certs = optional: clients' certificates are verified");
    assertThat(
            problems(
                "tls { %s, client-ca = %s }".formatted(own(), quoted(authority.certificate()))))
        .singleElement()
        .asString()
        .contains("client-ca")
        .contains("no client is asked");
  }

  @Test
  void anIdentityInACertificateTakesCertificates() {
    String asked =
        "tls { %s, client-certs = required, client-ca = %s }\n"
            .formatted(own(), quoted(authority.certificate()));
    assertThat(listener(asked + "identity = tls-client-cert").identity())
        .isEqualTo(new IdentitySettings.TlsClientCert(CertificatePart.CN));
    assertThat(listener(asked + "identity.tls-client-cert = san-dns").identity())
        .isEqualTo(new IdentitySettings.TlsClientCert(CertificatePart.SAN_DNS));
    for (String without : List.of("", "tls { %s }\n".formatted(own()))) {
      assertThat(problems(without + "identity = tls-client-cert"))
          .singleElement()
          .asString()
          .contains("identity = tls-client-cert: no client is asked for a certificate");
    }
    assertThat(problems("identity.postgres-user.ssl = terminate"))
        .singleElement()
        .asString()
        .contains("ssl = terminate takes a certificate");
    assertThat(problems("identity.postgres-user.gss = terminate"))
        .singleElement()
        .asString()
        .contains("gss = terminate: GSSAPI encryption cannot");
  }

  @Test
  void whatIsNotVerifiedNeedsNoSigners() {
    assertThat(
            nodeProblems(
                "tls { verify = off, ca = %s }".formatted(quoted(authority.certificate()))))
        .singleElement()
        .asString()
        .contains("nothing is verified");
    assertThat(nodeProblems("tls { server-name = 10.0.0.1 }"))
        .singleElement()
        .asString()
        .contains("a host name is expected");
  }
}
