package io.ballast.command.ring;

import io.ballast.command.Arguments;
import io.ballast.command.Code;
import io.ballast.command.Command;
import io.ballast.command.CommandException;
import io.ballast.command.Quoting;
import io.ballast.command.Reply;
import io.ballast.command.Usage;
import io.ballast.ring.Ring;
import io.ballast.ring.RingHash;
import io.ballast.ring.RingSettings;
import io.ballast.ring.TooManyPointsException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The ring that the tool's commands ask and change, and these commands. Confined to the thread that
 * runs them.
 */
final class RingModel {
  private static final int DEFAULT_WEIGHT = 1;
  private static final int MOST_KEYS = 100_000_000;
  private static final String WEIGHT_RULE =
      "a weight is a whole number of 0 or more; 0 leaves the node without points";

  private Ring ring;

  RingModel(RingSettings settings) {
    ring = Ring.empty(settings);
  }

  List<Command> commands() {
    return List.of(
        command(
            "ADD_NODE",
            "name [weight]",
            "adds a node; weight " + DEFAULT_WEIGHT + " if none is given",
            this::addNode),
        command("SETWEIGHT", "name weight", "changes a node's weight", this::setWeight),
        command("WEIGHTS", "", "every node's weight", this::weights),
        command("LOOKUP", "key", "the node that owns the key, or NONE", this::lookup),
        command("LOAD", "n", "how many of key0 to key(n-1) each node owns", this::load),
        command(
            "DRAIN",
            "name n",
            "steps the weight to 0 by ones; how many of key0 to key(n-1) each step moves",
            this::drain));
  }

  private static Command command(
      String word, String arguments, String help, Function<Arguments, Reply> body) {
    return Command.immediate(
        Usage.of(word, arguments, help), request -> body.apply(request.arguments()));
  }

  private Reply addNode(Arguments arguments) {
    String name = arguments.text("name");
    int weight = arguments.hasNext() ? weight(arguments) : DEFAULT_WEIGHT;
    arguments.end();
    int node = ring.indexOf(name);
    if (node != Ring.NONE && ring.weight(node) != weight) {
      throw new CommandException(
          Code.CONFLICT,
          "node %s is there with weight %d: change it with SETWEIGHT"
              .formatted(Quoting.word(name), ring.weight(node)));
    }
    return change(name, weight);
  }

  private Reply setWeight(Arguments arguments) {
    String name = existing(arguments);
    int weight = weight(arguments);
    arguments.end();
    return change(name, weight);
  }

  private Reply change(String name, int weight) {
    try {
      ring = ring.withWeight(name, weight);
      return Reply.ok();
    } catch (TooManyPointsException e) {
      throw new CommandException(Code.REFUSED, e.getMessage());
    }
  }

  private Reply weights(Arguments arguments) {
    arguments.end();
    return perNode(ring::weight);
  }

  private Reply lookup(Arguments arguments) {
    byte[] key = arguments.word("key").bytes();
    arguments.end();
    int owner = ring.owner(RingHash.hash(key));
    return Reply.of(List.of(owner == Ring.NONE ? "NONE" : Quoting.word(ring.name(owner))));
  }

  private Reply load(Arguments arguments) {
    int keys = keys(arguments);
    arguments.end();
    int[] owned = new int[ring.size()];
    if (!ring.isEmpty()) {
      keyHashes(keys).forEach(hash -> owned[ring.owner(hash)]++);
    }
    return perNode(node -> owned[node]);
  }

  private Reply drain(Arguments arguments) {
    String name = existing(arguments);
    int keys = keys(arguments);
    arguments.end();
    Ring before = ring;
    int weight = before.weight(before.indexOf(name));
    ring = before.withWeight(name, 0);
    return Reply.of(
        IntStream.range(0, weight)
            .map(step -> weight - step)
            .mapToObj(from -> Long.toString(moved(before, name, from, keys)))
            .iterator());
  }

  /** How many keys change their owner when the node steps down from a weight by one. */
  private static long moved(Ring ring, String name, int from, int keys) {
    Ring before = ring.withWeight(name, from);
    Ring after = ring.withWeight(name, from - 1);
    return keyHashes(keys).filter(hash -> before.owner(hash) != after.owner(hash)).count();
  }

  private static IntStream keyHashes(int keys) {
    return IntStream.range(0, keys).map(key -> RingHash.hash("key" + key));
  }

  private Reply perNode(IntUnaryOperator value) {
    Ring shown = ring;
    return Reply.of(
        IntStream.range(0, shown.size())
            .mapToObj(node -> Quoting.label(shown.name(node)) + ": " + value.applyAsInt(node))
            .iterator());
  }

  private String existing(Arguments arguments) {
    String name = arguments.text("name");
    if (ring.indexOf(name) == Ring.NONE) {
      throw new CommandException(
          Code.NOT_FOUND,
          "node " + Quoting.word(name) + " does not exist: WEIGHTS lists the nodes");
    }
    return name;
  }

  private static int weight(Arguments arguments) {
    return arguments.integer("weight", 0, Integer.MAX_VALUE, WEIGHT_RULE);
  }

  private static int keys(Arguments arguments) {
    return arguments.integer("n", 1, MOST_KEYS, "a number of keys is 1 to " + MOST_KEYS);
  }
}
