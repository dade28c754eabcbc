package io.ballast.cluster;

import java.util.Optional;

/**
 * The mark of a set that must not be moved.
 *
 * @param node where its new sessions are placed while that node is eligible; absent if they are
 *     placed as any other
 */
public record Pin(Optional<String> node) {
  /** The pin of a set that stays where it is, and is placed as any other. */
  public static final Pin ANYWHERE = new Pin(Optional.empty());
}
