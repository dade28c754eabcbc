package io.ballast.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A set with one live session on an echo backend. */
public final class LiveSet implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final BufferedReader in;
  private final String node;

  private LiveSet(Socket socket, String set) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    socket.getOutputStream().write(("HELLO " + set + "\n").getBytes(StandardCharsets.ISO_8859_1));
    String answer = in.readLine();
    node = answer.substring(0, answer.indexOf(' '));
  }

  static LiveSet connect(InetSocketAddress listener, String set) throws IOException {
    return new LiveSet(new Socket(listener.getAddress(), listener.getPort()), set);
  }

  /** The node that has answered. */
  public String node() {
    return node;
  }

  /** The address and port of the set. */
  String client() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Waits until the proxy has ended the session, and says whether it did so without a reset. */
  boolean endsGently() throws IOException {
    return in.readLine() == null;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
