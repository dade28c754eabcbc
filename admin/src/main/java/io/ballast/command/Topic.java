package io.ballast.command;

import java.util.List;

/**
 * Commands that serve one purpose; {@code HELP} shows them together.
 *
 * @param title what they are for; empty if there is nothing to tell them from
 * @param commands in the order in which they are shown
 */
public record Topic(String title, List<Command> commands) {
  /** Copies the list. */
  public Topic {
    commands = List.copyOf(commands);
  }
}
