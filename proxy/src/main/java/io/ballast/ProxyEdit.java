package io.ballast;

import java.util.List;

/**
 * What an edited configuration makes of a running proxy.
 *
 * @param was how it was set up
 * @param settings how it is set up now
 * @param clusters what becomes of the clusters that stay, in the order of the settings
 */
public record ProxyEdit(ProxySettings was, ProxySettings settings, List<ClusterEdit> clusters) {
  /** Copies the list. */
  public ProxyEdit {
    clusters = List.copyOf(clusters);
  }
}
