package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ballast.cluster.SetId;
import io.ballast.identity.IdentitySettings;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real MQTT brokers, whose clients count as dead unless they say farewell. */
final class MosquittoTest {
  private static final String DISCONNECT = "e0 00";
  private static final String BROKER = "mosquitto";

  private final List<Process> processes = new ArrayList<>();
  @TempDir private Path directory;
  private String broker;

  @BeforeEach
  void findBroker() {
    String path = System.getenv("PATH") + File.pathSeparator + "/usr/sbin";
    Optional<Path> found =
        Arrays.stream(path.split(File.pathSeparator))
            .map(folder -> Path.of(folder, BROKER))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(
        found.isPresent() && Files.isExecutable(Path.of("/usr/bin/mosquitto_sub")),
        "mosquitto is not installed, so it is not tried;"
            + " apt-get install mosquitto mosquitto-clients");
    broker = found.get().toString();
  }

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process run(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile()).start();
    processes.add(process);
    return process;
  }

  /** Starts a broker and returns its port. */
  private int startBroker() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path conf = directory.resolve(port + ".conf");
    Files.writeString(
        conf,
        "listener "
            + port
            + " 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest none\n");
    run(broker, "-c", conf.toString());
    await().ignoreExceptions().until(() -> accepts(port));
    return port;
  }

  private static boolean accepts(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    }
  }

  private void publish(int port, String topic) throws Exception {
    Process process =
        run(
            "mosquitto_pub",
            "-h",
            "127.0.0.1",
            "-p",
            "" + port,
            "-t",
            topic,
            "-m",
            "x",
            "-q",
            "1",
            "-r");
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  /** What is published under {@code will/} from now on, from a mark that is there already. */
  private BlockingQueue<String> watchWills(int port) throws Exception {
    publish(port, "will/mark");
    Process watcher =
        run(
            "mosquitto_sub",
            "-h",
            "127.0.0.1",
            "-p",
            "" + port,
            "-t",
            "will/#",
            "-F",
            "%t",
            "-q",
            "1");
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(watcher, heard), "wills");
    reader.setDaemon(true);
    reader.start();
    assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("will/mark");
    return heard;
  }

  private static void read(Process from, BlockingQueue<String> lines) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(from.getInputStream(), StandardCharsets.ISO_8859_1))) {
      in.lines().forEach(lines::add);
    } catch (IOException | java.io.UncheckedIOException ended) {
      // The process is over.
    }
  }

  /** What the broker hears under {@code will/} when a set with a Will is moved off it. */
  private String heardAfterMove(String farewell) throws Exception {
    int a = startBroker();
    int b = startBroker();
    try (MovingRig rig =
        MovingRig.with()
            .external("a", 100, a)
            .external("b", 100, b)
            .identity(new IdentitySettings.MqttClientId())
            .farewell(farewell)
            .start()) {
      String port = Integer.toString(rig.address(MovingRig.MOVING).getPort());
      run(
          "mosquitto_sub",
          "-i",
          "phone-1",
          "-h",
          "127.0.0.1",
          "-p",
          port,
          "-t",
          "calls",
          "--will-topic",
          "will/phone-1",
          "--will-payload",
          "dead");
      rig.awaitKnown(1);
      SetId set = SetId.of("phone-1");
      String old = rig.cluster().list(set).get(0).node().name();
      int oldPort = old.equals("a") ? a : b;
      BlockingQueue<String> wills = watchWills(oldPort);
      assertThat(rig.cluster().move(set, Optional.empty()).toCompletableFuture().get())
          .isEqualTo(1);
      await().until(() -> rig.closed.size() == 1);
      await().until(() -> rig.cluster().sessions().size() == 1);
      rig.cluster().sessions().forEachOf(set, s -> assertThat(s.node()).isNotEqualTo(old));
      publish(oldPort, "will/after");
      return wills.poll(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void movedSetThatSaysFarewellDoesNotFireItsWill() throws Exception {
    assertThat(heardAfterMove(DISCONNECT)).isEqualTo("will/after");
  }

  @Test
  void movedSetThatSaysNothingCountsAsDead() throws Exception {
    assertThat(heardAfterMove("")).isEqualTo("will/phone-1");
  }
}
