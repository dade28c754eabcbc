package io.ballast.telnet;

import io.ballast.command.Reply;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A blocking client of a text channel that sends exactly the bytes it is told to. */
public final class TextClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  private TextClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects. */
  public static TextClient connect(InetSocketAddress address) throws IOException {
    return new TextClient(new Socket(address.getAddress(), address.getPort()));
  }

  /** Connects with a small receive buffer. */
  static TextClient connectSmall(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(address);
    return new TextClient(socket);
  }

  /** Sends the characters, one byte each. */
  public void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Ends the output. */
  void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Closes at once, with a reset. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** The next line with its line end, or what there was of it at the end; empty at the end. */
  String readRaw() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0) {
      line.write(b);
      b = b == '\n' ? -1 : in.read();
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** The next line without its line end; empty at the end. */
  public String readLine() throws IOException {
    return readRaw().stripTrailing();
  }

  /** The lines of the next reply. */
  public List<String> readReply() throws IOException {
    List<String> lines = new ArrayList<>();
    String line;
    do {
      line = readLine();
      lines.add(line);
    } while (!line.isEmpty() && !Reply.endsReply(line));
    return lines;
  }

  /** Sends a line and reads its reply. */
  public List<String> ask(String line) throws IOException {
    send(line + "\n");
    return readReply();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
