package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Example;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In front of nginx servers with TLS, with curl and openssl as clients. */
final class TlsPassThroughIT {
  @TempDir private Path directory;
  private final List<Peer> servers = new ArrayList<>();
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    Programs.assumeInstalled("openssl", "openssl");
    Programs.assumeInstalled("curl", "curl");
    Spawned certificate =
        Programs.shell(
            directory,
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem"
                + " -subj /CN=test -addext"
                + " subjectAltName=DNS:shop.example,DNS:www.shop.example,DNS:imap.mail.example");
    assertThat(certificate.awaitExit()).as("%s", certificate).isZero();
    Example example = Example.of("tls-sni");
    for (String name : List.of("shop", "shop", "mail", "sorry")) {
      Peer server = Peer.nginx(directory, configuration(name));
      servers.add(server);
      example.with("10.0.0.3" + servers.size() + ":443", server.address());
    }
    proxy = example.serve(directory);
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    Peer.closeAll(servers);
  }

  private String configuration(String name) {
    return """
        http {
          access_log off;
          server {
            listen %%s ssl;
            ssl_protocols TLSv1.2 TLSv1.3;
            ssl_certificate %1$s/cert.pem;
            ssl_certificate_key %1$s/key.pem;
            location / { return 200 "%2$s $ssl_server_name $ssl_protocol"; }
          }
        }
        """
        .formatted(directory, name);
  }

  private Spawned curl(String host, String options) throws Exception {
    int port = proxy.listener("tls").getPort();
    return Programs.shell(
        directory,
        "curl -sS --max-time 30 --cacert cert.pem --resolve $1:$2:127.0.0.1 "
            + options
            + " https://$1:$2/",
        host,
        port);
  }

  @Test
  void aHostNameLeadsToItsServersAndTheirCertificateIsTheirs() throws Exception {
    assertThat(curl("shop.example", "").out()).containsExactly("shop shop.example TLSv1.3");
    assertThat(curl("www.shop.example", "--tls-max 1.2").out())
        .containsExactly("shop www.shop.example TLSv1.2");
    assertThat(curl("imap.mail.example", "").out())
        .containsExactly("mail imap.mail.example TLSv1.3");
    assertThat(curl("other.example", "-k").out()).containsExactly("sorry other.example TLSv1.3");
  }

  @Test
  void aHelloInPiecesLeadsToItsServerToo() throws Exception {
    Spawned client =
        Programs.shell(
            directory,
            "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | openssl s_client -quiet -CAfile cert.pem"
                + " -verify_return_error -max_send_frag 512 -split_send_frag 512"
                + " -servername imap.mail.example -connect 127.0.0.1:$1",
            proxy.listener("tls").getPort());
    assertThat(client.out()).as("%s", client).contains("mail imap.mail.example TLSv1.3");
  }

  @Test
  void aClientWithoutTlsOrWithoutAHostNameIsTurnedAway() throws Exception {
    int port = proxy.listener("tls").getPort();
    Spawned plain = Programs.shell(directory, "curl -sS --max-time 30 http://127.0.0.1:" + port);
    assertThat(plain.awaitExit()).as("%s", plain).isNotZero();
    Spawned nameless =
        Programs.shell(directory, "curl -sSk --max-time 30 https://127.0.0.1:" + port);
    assertThat(nameless.awaitExit()).as("%s", nameless).isNotZero();
    assertThat(proxy.ask("STATS").toString()).contains("malformed: 1").contains("no-identity: 1");
  }
}
