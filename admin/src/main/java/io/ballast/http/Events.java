package io.ballast.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What browsers are told of as it happens: the latest event of each kind, and the streams that
 * follow. Confined to the event loop of the admin channels.
 */
final class Events {
  private final Map<String, Bytes> latest = new LinkedHashMap<>();
  private final Set<EventStream> streams = new LinkedHashSet<>();

  /** How many streams there are. */
  int streams() {
    return streams.size();
  }

  /** Tells a stream of the latest events, and of those to come until its channel is closed. */
  void subscribe(EventStream stream) {
    streams.add(stream);
    stream.channel().closeFuture().addListener(closed -> streams.remove(stream));
    List.copyOf(latest.keySet()).forEach(stream::offer);
  }

  /**
   * There may be something new of this kind.
   *
   * @param json a document without a line end
   */
  void publish(String kind, Bytes json) {
    Bytes event = event(kind, json);
    if (!event.equals(latest.put(kind, event))) {
      streams.forEach(stream -> stream.offer(kind));
    }
  }

  private static Bytes event(String kind, Bytes json) {
    byte[] head = ("event: " + kind + "\ndata: ").getBytes(StandardCharsets.UTF_8);
    byte[] body = json.copy();
    byte[] event = new byte[head.length + body.length + 2];
    System.arraycopy(head, 0, event, 0, head.length);
    System.arraycopy(body, 0, event, head.length, body.length);
    event[event.length - 2] = '\n';
    event[event.length - 1] = '\n';
    return Bytes.of(event);
  }

  Bytes latest(String kind) {
    return latest.get(kind);
  }

  /** Shows all browsers that their connections live. */
  void reassure() {
    streams.forEach(EventStream::reassure);
  }
}
