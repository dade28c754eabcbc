package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.process.Example;
import io.ballast.process.LineClient;
import io.ballast.process.RealServer;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Phones of two regions, whose first line says who they are. The servers are Redis, to which {@code
 * REGISTER} is another name of its command {@code ECHO}.
 */
final class PhonesIT {
  @TempDir private Path directory;
  private final Map<String, RealServer> servers = new LinkedHashMap<>();
  private final List<LineClient> phones = new ArrayList<>();
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    for (String name : List.of("am-1", "am-2", "as-1", "as-2")) {
      servers.put(name, RealServer.redis(directory, name, "--rename-command", "ECHO", "REGISTER"));
    }
    proxy =
        Example.of("phones")
            .with("10.1.0.1:6801", servers.get("am-1").address())
            .with("10.1.0.2:6801", servers.get("am-2").address())
            .with("10.2.0.1:6801", servers.get("as-1").address())
            .with("10.2.0.2:6801", servers.get("as-2").address())
            .with("203.0.113.", "127.0.113.")
            .serve(directory);
  }

  @AfterEach
  void end() throws Exception {
    for (LineClient phone : phones) {
      phone.close();
    }
    if (proxy != null) {
      proxy.close();
    }
    for (RealServer server : servers.values()) {
      server.close();
    }
  }

  /** Registers a phone, which stays connected, and answers the server that it came to. */
  private String register(LineClient phone, String name) throws IOException {
    phones.add(phone);
    assertThat(phone.ask("REGISTER " + name)).isEqualTo("$" + name.length());
    assertThat(phone.read()).isEqualTo(name);
    return phone.askRedisForItsName();
  }

  private String register(String name) throws IOException {
    return register(LineClient.connect(proxy.listener("phones")), name);
  }

  private String registerFrom(String source, String name) throws IOException {
    return register(LineClient.connectFrom(source, proxy.listener("phones")), name);
  }

  @Test
  void aPhoneComesToAServerOfItsRegion() throws Exception {
    for (int i = 0; i < 20; i++) {
      String american = "am-" + i;
      assertThat(register(american)).startsWith("am-").isEqualTo(owner(american));
      String asian = "as-" + i;
      assertThat(register(asian)).startsWith("as-").isEqualTo(owner(asian));
    }
    // By its own entry, which goes before the rule; and by its network.
    assertThat(register("am-lobby")).startsWith("as-");
    assertThat(registerFrom("127.0.113.5", "visitor")).startsWith("as-");
  }

  private String owner(String set) throws IOException {
    return proxy.ask("LOOKUP " + set).get(0);
  }

  @Test
  void theOtherRegionTakesThePhonesOfOneThatIsDown() throws Exception {
    String before = register("am-7");
    for (String name : List.of("am-1", "am-2")) {
      servers.get(name).kill();
      proxy.awaitHealth(name, "down");
    }
    String meanwhile = register("am-7");
    assertThat(meanwhile).startsWith("as-");
    assertThat(proxy.ask("LIST am-7").get(0)).isEqualTo(meanwhile + " backup");
    for (String name : List.of("am-1", "am-2")) {
      servers.get(name).start();
      proxy.awaitHealth(name, "up");
    }
    assertThat(register("am-7")).isEqualTo(before);
  }

  @Test
  void phonesThatMayNotComeAreTurnedAwayWithAReason() throws Exception {
    assertRefused(LineClient.connectFrom("127.0.113.66", proxy.listener("phones")), "as-stolen");
    assertRefused(LineClient.connect(proxy.listener("phones")), "who are you");
    await()
        .atMost(Spawned.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(proxy.ask("STATS").stream().filter(it -> it.contains("denied")).toList())
                    .singleElement()
                    .asString()
                    .endsWith(" 1"));
    assertThat(proxy.ask("STATS").stream().filter(it -> it.contains("no-identity")).toList())
        .singleElement()
        .asString()
        .endsWith(" 1");
  }

  private static void assertRefused(LineClient phone, String line) throws IOException {
    try (phone) {
      phone.send(line);
      assertThat(phone.read()).isNull();
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  @Test
  void allPhonesButThePinnedOneLeaveADrainedServer() throws Exception {
    String node = register("am-conference");
    List<String> others = new ArrayList<>();
    for (int i = 0; others.size() < 10; i++) {
      if (owner("am-" + i).equals(node)) {
        others.add("am-" + i);
        register("am-" + i);
      }
    }
    proxy.make("DRAIN " + node);
    await().atMost(Spawned.PATIENCE).until(() -> proxy.numbers("LOAD").get(node).equals(1));
    assertThat(proxy.column("SESSIONS NODE " + node, "set")).containsExactly("am-conference");
    assertThat(proxy.column("SESSIONS NODE " + node, "stuck")).containsExactly("pinned");
    for (String phone : others) {
      assertThat(register(phone)).startsWith("am-").isNotEqualTo(node);
    }
  }
}
