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
  private static final String HTTP = "HTTP/";
  private static final String NO_CHANNEL =
      ": is this the address of admin.telnet, which is 127.0.0.1:6809 unless configured?";

  private final Socket socket;
  private final InputStream in;
  private final Duration timeout;
  private boolean answered;

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
      if (line.size() == MAX_LINE_BYTES || !isOfText(b)) {
        throw new IOException("bytes that are no line of a reply" + NO_CHANNEL);
      }
      line.write(b);
      b = read();
    }
    String text = line.toString(StandardCharsets.US_ASCII);
    if (text.startsWith(HTTP)) {
      throw new IOException("what answers there speaks HTTP" + NO_CHANNEL);
    }
    return text;
  }

  /** Replies are printable ASCII; a line of HTTP ends with a carriage return. */
  private static boolean isOfText(int b) {
    return (b >= 0x20 && b <= 0x7e) || b == '\r';
  }

  /** Whoever has answered once is a text channel. */
  private String hint() {
    return answered ? "" : NO_CHANNEL;
  }

  /** The line that ends a reply has come: this is a text channel. */
  void answered() {
    answered = true;
  }

  private int read() throws IOException {
    try {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the connection ended before the reply did" + hint());
      }
      return b;
    } catch (SocketTimeoutException e) {
      throw new IOException("no reply within " + timeout.toMillis() + " ms" + hint(), e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
