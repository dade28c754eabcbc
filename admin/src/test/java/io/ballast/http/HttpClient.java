package io.ballast.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A blocking client of HTTP that sends exactly the bytes it is told to. */
final class HttpClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  /** What came back. */
  record Answer(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private HttpClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static HttpClient connect(InetSocketAddress address) throws IOException {
    return new HttpClient(new Socket(address.getAddress(), address.getPort()));
  }

  /** Connects with a small receive buffer. */
  static HttpClient connectSmall(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(address);
    return new HttpClient(socket);
  }

  /** Sends the characters, one byte each. */
  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Sends a request without a body, with further header lines, and reads the answer. */
  Answer get(String path, String... headers) throws IOException {
    send(request("GET", path, headers));
    return read();
  }

  static String request(String method, String path, String... headers) {
    StringBuilder text =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  /** Sends a body with its length, and reads the answer. */
  Answer post(String path, String body, String... headers) throws IOException {
    send(
        request("POST", path, headers)
                .replaceFirst("\r\n\r\n$", "\r\nContent-Length: " + body.length() + "\r\n\r\n")
            + body);
    return read();
  }

  /** Reads an answer that has a length. */
  Answer read() throws IOException {
    Answer head = readHead();
    int length = Integer.parseInt(head.header("content-length"));
    byte[] body = in.readNBytes(length);
    return new Answer(
        head.status(), head.headers(), new String(body, StandardCharsets.UTF_8).stripTrailing());
  }

  /** Reads an answer of either kind. */
  Answer readChunksOrLength() throws IOException {
    Answer head = readHead();
    if (!head.headers().containsKey("content-length")) {
      return withChunks(head);
    }
    byte[] body = in.readNBytes(Integer.parseInt(head.header("content-length")));
    return new Answer(head.status(), head.headers(), new String(body, StandardCharsets.UTF_8));
  }

  private Answer withChunks(Answer head) throws IOException {
    StringBuilder body = new StringBuilder();
    for (String chunk = readChunk(); !chunk.isEmpty(); chunk = readChunk()) {
      body.append(chunk);
    }
    return new Answer(head.status(), head.headers(), body.toString());
  }

  /** Reads a chunk; the last one is empty. */
  String readChunk() throws IOException {
    int length = Integer.parseInt(readLine(), 16);
    String chunk = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    readLine();
    return chunk;
  }

  /** Reads a status line and headers. */
  Answer readHead() throws IOException {
    String line = readLine();
    if (line.isEmpty()) {
      throw new IOException("no answer");
    }
    int status = Integer.parseInt(line.substring(9, 12));
    Map<String, String> headers = new TreeMap<>();
    for (line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Answer(status, headers, "");
  }

  String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = in.read();
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  /** Whether the connection ends, without a reset, and nothing comes before that. */
  boolean ends() throws IOException {
    return in.read() < 0;
  }

  /** Closes at once, with a reset. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
