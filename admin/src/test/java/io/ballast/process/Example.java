package io.ballast.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A delivered example of a configuration, with the addresses of a test put in. */
public final class Example {
  private static final String OPENING = "ballast {\n";

  private String body;

  private Example(String body) {
    this.body = body;
  }

  /** Reads {@code conf/examples/NAME.conf}; its listeners get free ports of loopback. */
  public static Example of(String name) throws IOException {
    Path file =
        Path.of(System.getProperty("ballast.home", ".."), "conf", "examples", name + ".conf");
    String text = Files.readString(file);
    String body = text.substring(text.indexOf(OPENING) + OPENING.length(), text.lastIndexOf('}'));
    return new Example(body.replaceAll("\"0\\.0\\.0\\.0:[0-9]+\"", "\"127.0.0.1:0\""));
  }

  /** Puts something else in the place of what must be there. */
  public Example with(String old, String other) {
    if (!body.contains(old)) {
      throw new IllegalArgumentException("the example has no " + old);
    }
    body = body.replace(old, other);
    return this;
  }

  /** Starts the proxy with it. */
  public Serving serve(Path directory) throws IOException {
    return Serving.start(directory, body);
  }
}
