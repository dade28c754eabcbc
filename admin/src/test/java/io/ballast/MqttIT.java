package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Example;
import io.ballast.process.Peer;
import io.ballast.process.Programs;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In front of Mosquitto brokers, with Mosquitto's clients. */
final class MqttIT {
  @TempDir private Path directory;
  private final Map<String, Peer> brokers = new TreeMap<>();
  private Serving proxy;

  @BeforeEach
  void start() throws Exception {
    Example example = Example.of("mqtt");
    for (int i = 1; i <= 3; i++) {
      Peer broker = Peer.mosquitto(directory);
      brokers.put("broker-" + i, broker);
      example.with("10.0.0.1" + i + ":1883", broker.address());
    }
    proxy = example.serve(directory);
  }

  @AfterEach
  void end() throws Exception {
    if (proxy != null) {
      proxy.close();
    }
    brokers.values().forEach(Peer::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mqttv31", "mqttv311", "mqttv5"})
  void aDeviceComesToTheBrokerThatItsIdentifierNames(String version) throws Exception {
    for (int i = 0; i < 4; i++) {
      String device = "device-" + version + "-" + i;
      int port = proxy.listener("mqtt").getPort();
      Spawned publisher =
          Programs.shell(
              directory,
              "mosquitto_pub -V $1 -i $2 -h 127.0.0.1 -p $3 -q 1 -r -t state/$2 -m on"
                  + " --will-topic gone/$2 --will-payload \"$(head -c 8000 /dev/zero | tr '\\0' w)\"",
              version,
              device,
              port);
      assertThat(publisher.err()).isEmpty();
      Peer owner = brokers.get(proxy.ask("LOOKUP " + device).get(0));
      assertThat(retained(owner.host(), owner.port(), "checker", device)).isEqualTo("on");
      assertThat(retained("127.0.0.1", port, device, device)).isEqualTo("on");
    }
    assertThat(proxy.numbers("STATS")).doesNotContainKey("malformed");
  }

  private String retained(String host, int port, String client, String device) throws Exception {
    Spawned subscriber =
        Programs.shell(
            directory,
            "mosquitto_sub -i $1 -h $2 -p $3 -q 1 -t state/$4 -C 1 -W 20",
            client,
            host,
            port,
            device);
    return String.join("\n", subscriber.out());
  }
}
