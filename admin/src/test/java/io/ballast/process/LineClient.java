package io.ballast.process;

import io.ballast.cluster.Network;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A blocking client of a protocol of lines. Confined to one thread. */
public final class LineClient implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  private LineClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout((int) Spawned.PATIENCE.toMillis());
    socket.setTcpNoDelay(true);
    in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  /** Connects. */
  public static LineClient connect(InetSocketAddress to) throws IOException {
    return new LineClient(new Socket(to.getAddress(), to.getPort()));
  }

  /** Connects from a loopback address, such as {@code 127.0.9.1}. */
  public static LineClient connectFrom(String source, InetSocketAddress to) throws IOException {
    return new LineClient(
        new Socket(to.getAddress(), to.getPort(), Network.address(source).orElseThrow(), 0));
  }

  /** The next line; null at the end. */
  public String read() throws IOException {
    return in.readLine();
  }

  /** Sends a line. */
  public void send(String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends a line and reads one. */
  public String ask(String line) throws IOException {
    send(line);
    return read();
  }

  /** The name that a Redis server was started with. */
  public String askRedisForItsName() throws IOException {
    ask("GET whoami");
    return read();
  }

  /** The socket, for what this has no method for. */
  public Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
