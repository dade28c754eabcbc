package io.ballast.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A listening socket that accepts nothing and whose backlog is full: a connect to it hangs. */
final class FullBacklog implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final List<Socket> waiting = new ArrayList<>();

  FullBacklog() throws IOException {
    // The system lets one more wait than it was told.
    for (int i = 0; i < 2; i++) {
      waiting.add(new Socket(listening.getInetAddress(), listening.getLocalPort()));
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : waiting) {
      socket.close();
    }
    listening.close();
  }
}
