package io.ballast.loadtest.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperatorTest {
  private static final Map<String, String> ANSWERS =
      Map.of(
          "LOAD", "n1: 5\n\"n 2\": 0\nnot a number: x\nOK\n",
          "DRAIN n1", "OK draining\n",
          "DRAIN n9", "ERR not-found no node n9\n");

  private ServerSocket server;
  private Operator operator;

  @BeforeEach
  void connect() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread proxy = new Thread(this::answer);
    proxy.setDaemon(true);
    proxy.start();
    operator = Operator.connect((InetSocketAddress) server.getLocalSocketAddress());
  }

  @AfterEach
  void close() throws IOException {
    operator.close();
    server.close();
  }

  private void answer() {
    try (Socket socket = server.accept();
        BufferedReader commands =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String command = commands.readLine();
      while (command != null && ANSWERS.containsKey(command)) {
        socket.getOutputStream().write(ANSWERS.get(command).getBytes(StandardCharsets.UTF_8));
        command = commands.readLine();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void numbersAreReadByName() throws IOException {
    assertThat(operator.numbers("LOAD")).isEqualTo(Map.of("n1", 5L, "\"n 2\"", 0L));
  }

  @Test
  void errorIsAnExceptionThatSaysIt() throws IOException {
    assertThat(operator.ask("DRAIN n1")).isEmpty();
    assertThatThrownBy(() -> operator.ask("DRAIN n9"))
        .hasMessage("DRAIN n9: ERR not-found no node n9");
  }

  @Test
  void closedChannelIsAnException() {
    assertThatThrownBy(() -> operator.ask("NONSENSE"))
        .hasMessage("NONSENSE: the proxy closed the channel");
  }
}
