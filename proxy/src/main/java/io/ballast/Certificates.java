package io.ballast;

import io.ballast.relay.ListenerSettings;
import io.ballast.relay.tls.ListenerTls;
import io.ballast.relay.tls.NodeTls;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates and keys that settings name, as their files were when they were read: all are
 * read before anything is begun or changed, so that a bad file does no harm. Immutable.
 */
final class Certificates {
  private static final Logger log = LoggerFactory.getLogger(Certificates.class);

  private final Map<String, ListenerTls> listeners = new HashMap<>();
  private final Map<String, NodeTls> clusters = new HashMap<>();

  private Certificates() {}

  /**
   * Reads the files; blocks.
   *
   * @throws IOException if one cannot be used; the message says whose, why, and what to do
   */
  static Certificates load(ProxySettings settings) throws IOException {
    Certificates read = new Certificates();
    for (ListenerSettings listener : settings.listeners()) {
      if (listener.tls().isPresent()) {
        read.listeners.put(
            listener.name(), reading("listeners." + listener.name() + ".tls.", listener::loadTls));
      }
    }
    for (ClusterPolicy policy : settings.clusters()) {
      if (policy.connect().tls().isPresent()) {
        String name = policy.cluster().name();
        read.clusters.put(
            name, reading("clusters." + name + ".connect.tls.", policy.connect()::loadTls));
      }
    }
    return read;
  }

  private static <T> T reading(String at, Supplier<T> files) throws IOException {
    try {
      return files.get();
    } catch (IllegalArgumentException unusable) {
      throw new IOException(at + unusable.getMessage(), unusable);
    }
  }

  /** What a listener's handshakes are made with; null without TLS. */
  ListenerTls ofListener(String name) {
    return listeners.get(name);
  }

  /** What handshakes with a cluster's nodes are made with; null without TLS. */
  NodeTls ofCluster(String name) {
    return clusters.get(name);
  }

  /** Says in the log what is in use from now on, and what is wrong with it. */
  void log() {
    listeners.forEach(
        (name, tls) -> {
          log.info("listener {}: certificate {}", name, tls.certificate());
          warn("listener " + name, tls.warnings());
        });
    clusters.forEach((name, tls) -> warn("cluster " + name, tls.warnings()));
  }

  private static void warn(String whose, List<String> warnings) {
    warnings.forEach(text -> log.warn("{}: {}", whose, text));
  }
}
