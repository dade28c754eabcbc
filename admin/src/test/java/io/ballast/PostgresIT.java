package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Example;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In front of PostgreSQL servers, with psql. */
final class PostgresIT {
  @TempDir private Path directory;
  private final List<Peer> replicas = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    for (int i = 0; i < 2; i++) {
      // Not below the test's directory, into which only its own user may go.
      files.add(Files.createTempDirectory("ballast-postgresql"));
      replicas.add(Peer.postgresql(files.get(i)));
    }
  }

  @AfterEach
  void end() throws Exception {
    Peer.closeAll(replicas);
    for (Path path : files) {
      Programs.run(directory, "rm", "-rf", path.toString());
    }
  }

  private Example example() throws Exception {
    return Example.of("postgresql")
        .with("10.0.0.21:5432", replicas.get(0).address())
        .with("10.0.0.22:5432", replicas.get(1).address());
  }

  private Spawned psql(Serving proxy, String options, String query) throws Exception {
    return Programs.run(
        directory,
        "psql",
        "host=127.0.0.1 connect_timeout=20 port="
            + proxy.listener("postgresql").getPort()
            + " user=postgres "
            + options,
        "-Atc",
        query);
  }

  private String portOf(String node) {
    return Integer.toString(replicas.get(node.equals("replica-1") ? 0 : 1).port());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslmode=disable gssencmode=disable",
        "sslmode=prefer gssencmode=prefer",
        "sslmode=allow"
      })
  void anApplicationComesToTheReplicaThatItsUserAndDatabaseName(String encryption)
      throws Exception {
    try (Serving proxy = example().serve(directory)) {
      for (String database : List.of("postgres", "template1")) {
        Spawned answer = psql(proxy, "dbname=" + database + " " + encryption, "show port");
        String owner = proxy.ask("LOOKUP postgres/" + database).get(0);
        assertThat(answer.out()).as("%s", answer).containsExactly(portOf(owner));
      }
    }
  }

  @Test
  void aClientThatRequiresEncryptionIsToldNo() throws Exception {
    try (Serving proxy = example().serve(directory)) {
      Spawned answer = psql(proxy, "dbname=postgres sslmode=require", "select 1");
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).anyMatch(line -> line.contains("does not support SSL"));
      proxy.awaitSessions(0);
    }
  }

  @Test
  void theServerAnswersARequestThatIsPassedOn() throws Exception {
    try (Serving proxy = example().with("ssl = refuse", "ssl = pass-on").serve(directory)) {
      Spawned answer =
          psql(proxy, "dbname=postgres sslmode=prefer gssencmode=disable", "show port");
      String owner = proxy.ask("LOOKUP 127.0.0.1").get(0);
      assertThat(answer.out()).as("%s", answer).containsExactly(portOf(owner));
    }
  }
}
