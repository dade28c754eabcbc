package io.ballast.http;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A history as JSON, made a node at a time while it is read: the period, and for each node its
 * samples, {@code null} where it was not there. Confined to one thread.
 */
final class HistoryJson implements Iterator<Bytes> {
  private final History history;
  private final Iterator<String> nodes;
  private String separator = "{\"periodSeconds\":" + History.PERIOD_SECONDS + ",\"nodes\":{";
  private boolean ended;

  HistoryJson(History history) {
    this.history = history;
    this.nodes = history.nodes().iterator();
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public Bytes next() {
    if (ended) {
      throw new NoSuchElementException();
    }
    if (!nodes.hasNext()) {
      ended = true;
      return Bytes.of((separator.length() > 1 ? separator : "") + "}}");
    }
    String node = nodes.next();
    JsonWriter json = new JsonWriter().array();
    for (int count : history.of(node)) {
      if (count == History.ABSENT) {
        json.nothing();
      } else {
        json.value(count);
      }
    }
    String piece = separator + new JsonWriter().value(node).text() + ":" + json.endArray().text();
    separator = ",";
    return Bytes.of(piece);
  }
}
