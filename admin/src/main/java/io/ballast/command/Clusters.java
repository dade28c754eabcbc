package io.ballast.command;

import java.util.List;

/** Port: the clusters that this process fronts. */
@FunctionalInterface
public interface Clusters {
  /** Their names, in the order in which they are listed to people. */
  List<String> names();
}
