package io.ballast.ctl;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A blocking connection to a text channel, line by line. Confined to one thread. Every failure is
 * an {@link IOException} whose message can be shown as it is.
 */
final class Connection implements Closeable {
  private static final int MAX_LINE_BYTES = 1 << 20;

  private final Socket socket;
  private final InputStream in;
  private final Duration timeout;

  private Connection(Socket socket, Duration timeout) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.timeout = timeout;
  }

  static Connection open(CtlSettings settings) throws IOException {
    InetSocketAddress address = new InetSocketAddress(settings.to().host(), settings.to().port());
    if (address.isUnresolved()) {
      throw new IOException("no such host: give an address, or check the name");
    }
    int millis = Math.toIntExact(settings.timeout().toMillis());
    Socket socket = new Socket();
    try {
      socket.connect(address, millis);
      socket.setSoTimeout(millis);
      socket.setTcpNoDelay(true);
      return new Connection(socket, settings.timeout());
    } catch (IOException e) {
      socket.close();
      throw new IOException(
          "cannot connect ("
              + e.getMessage()
              + "): is the proxy running, and its telnet channel there?",
          e);
    }
  }

  void send(String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  String receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = read();
    while (b != '\n') {
      if (line.size() == MAX_LINE_BYTES) {
        throw new IOException("a line without an end: this is not a Ballast text channel");
      }
      line.write(b);
      b = read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private int read() throws IOException {
    try {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the connection ended before the reply did");
      }
      return b;
    } catch (SocketTimeoutException e) {
      throw new IOException("no reply within " + timeout.toMillis() + " ms", e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
