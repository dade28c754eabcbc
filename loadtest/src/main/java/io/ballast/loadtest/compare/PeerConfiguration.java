package io.ballast.loadtest.compare;

import com.typesafe.config.ConfigUtil;
import io.ballast.cluster.HostPort;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration files of the peers, which ask each for the same: timeouts, and the connections
 * spread evenly over the addresses of the backend.
 *
 * @param listen where it is to take connections
 * @param backends the addresses of the backend, at least one
 * @param threads for the traffic
 */
record PeerConfiguration(InetSocketAddress listen, List<InetSocketAddress> backends, int threads) {

  /**
   * HAProxy's.
   *
   * @param splice whether the bytes are to stay in the kernel
   */
  String haproxy(boolean splice) {
    return """
        global
          nbthread %d
        %sdefaults
          mode tcp
          timeout connect 5s
          timeout client 1h
          timeout server 1h
          option tcpka
        %slisten sets
          bind %s tcp-ut 120s
        %s
        """
        .formatted(
            threads,
            // Pipes take descriptors too.
            splice
                ? "  maxconn 9600\n  maxpipes 150\n  tune.pipesize 262144\n"
                : "  maxconn 9900\n",
            splice ? "  option splice-request\n  option splice-response\n" : "",
            HostPort.text(listen),
            eachBackend("  server backend-%d %s check inter 2s rise 2 fall 3 tcp-ut 120s"));
  }

  /**
   * nginx's.
   *
   * @param name of the file for its process id
   * @param module what loads the stream module; may be empty
   */
  String nginx(String name, String module) {
    return module
        + """
        daemon off;
        user root;
        pid %s.pid;
        worker_processes %d;
        worker_rlimit_nofile 20000;
        events { worker_connections 19500; }
        stream {
          upstream backend {
        %s
          }
          server {
            listen %s backlog=4096%s;
            proxy_pass backend;
            proxy_connect_timeout 5s;
            proxy_timeout 1h;
          }
        }
        """
            .formatted(
                name,
                threads,
                backends.stream()
                    .map(at -> "    server %s max_fails=0;".formatted(HostPort.text(at)))
                    .collect(Collectors.joining("\n")),
                HostPort.text(listen),
                // Or one process may take most of a few connections.
                threads > 1 ? " reuseport" : "");
  }

  /**
   * This proxy's. Balancing only looks on: a session that is moved is closed, which the load would
   * take for a fault.
   *
   * @param state the file of its state
   * @param more HOCON that comes last
   */
  String ballast(Path state, String more) {
    return """
        ballast {
          clusters.one {
        %s
            balance.mode = observe
          }
          listeners.sets { cluster = one, bind = "%s", identity = source-endpoint }
          loops.threads = %d
          admin { telnet { bind = "127.0.0.1:0" }, http { bind = "127.0.0.1:0" } }
          store { file = %s }
          %s
        }
        """
        .formatted(
            eachBackend("    nodes.backend-%d { address = \"%s\" }"),
            HostPort.text(listen),
            threads,
            ConfigUtil.quoteString(state.toString()),
            more);
  }

  private String eachBackend(String line) {
    return IntStream.range(0, backends.size())
        .mapToObj(i -> line.formatted(i + 1, HostPort.text(backends.get(i))))
        .collect(Collectors.joining("\n"));
  }
}
