package io.ballast.command;

import java.util.Objects;

/**
 * A command given by a caller.
 *
 * @param caller who gave it
 * @param cluster the cluster it works on; empty unless the command has {@link Trait#NEEDS_CLUSTER}
 * @param arguments the words after the command's own
 */
public record Request(Caller caller, String cluster, Arguments arguments) {
  /** Checks the parts. */
  public Request {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(arguments, "arguments");
  }
}
