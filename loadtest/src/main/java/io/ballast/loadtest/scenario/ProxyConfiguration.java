package io.ballast.loadtest.scenario;

import com.typesafe.config.ConfigUtil;
import java.nio.file.Path;
import java.util.Map;

/** The configuration file of the proxy that a scenario runs against. */
public final class ProxyConfiguration {
  private ProxyConfiguration() {}

  /**
   * The file's text. Sets are known by their greeting, and belong to the zone that their identity
   * begins with.
   *
   * @param addresses where each node's backend listens
   * @param sections what is to stand in sections of the cluster, such as {@code balance}, by name;
   *     blank ones are left out
   * @param state where the proxy keeps its state
   */
  public static String text(
      Layout layout, Map<String, String> addresses, Map<String, String> sections, Path state) {
    StringBuilder text = new StringBuilder(1024);
    text.append("ballast {\n  clusters.load {\n    zones {\n");
    layout.ownZones().forEach(zone -> text.append("      ").append(quoted(zone)).append(" {}\n"));
    text.append("    }\n    nodes {\n");
    for (Layout.Member node : layout.nodes()) {
      text.append(
          "      %s { address = %s, zone = %s, weight = %d }%n"
              .formatted(
                  quoted(node.name()),
                  quoted(addresses.get(node.name())),
                  quoted(node.zone()),
                  node.weight()));
    }
    text.append("    }\n    affinity.rules = [\n");
    for (String zone : layout.ownZones()) {
      text.append(
          "      { identity = %s, zone = %s }%n".formatted(quoted(zone + "-.*"), quoted(zone)));
    }
    text.append("    ]\n");
    sections.forEach(
        (name, content) -> {
          if (!content.isBlank()) {
            text.append("    %s { %s }%n".formatted(name, content));
          }
        });
    return text.append(
            """
              }
              listeners.sets {
                cluster = load
                bind = "127.0.0.1:0"
                identity { line = "^HELLO (?P<id>\\\\S+)" }
                on-missing = reject
              }
              admin { telnet { bind = "127.0.0.1:0" }, http { bind = "127.0.0.1:0" } }
              store { file = %s }
            }
            """
                .formatted(quoted(state.toString())))
        .toString();
  }

  private static String quoted(String text) {
    return ConfigUtil.quoteString(text);
  }
}
