package io.ballast;

import io.ballast.command.ring.RingTool;
import io.ballast.ring.RingSettings;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ring}: what-if on one ring, without sockets. */
@Command(
    name = "ring",
    mixinStandardHelpOptions = true,
    description = "Answers commands on standard input from one ring, without sockets.",
    footer = {
      "",
      "HELP lists the commands. A node without a weight has 1 here.",
      "",
      "Exit status: 0 no command was answered ERR, 1 at least one was."
    })
final class RingCommand implements Callable<Integer> {
  @Override
  public Integer call() throws IOException {
    return RingTool.run(RingSettings.DEFAULT, System.in, System.out);
  }
}
