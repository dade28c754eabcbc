package io.ballast.command;

import java.util.Objects;

/**
 * A command given by a caller.
 *
 * @param caller who gave it
 * @param cluster the cluster it works on; empty unless the command has {@link Trait#NEEDS_CLUSTER}
 * @param arguments the words after the command's own
 * @param audit is told of what the command changes
 */
public record Request(Caller caller, String cluster, Arguments arguments, Audit audit) {
  /** Checks the parts. */
  public Request {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(audit, "audit");
  }
}
