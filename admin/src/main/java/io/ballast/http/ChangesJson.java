package io.ballast.http;

import io.ballast.command.Audit;

/** What operators have changed, the latest first, as JSON. */
final class ChangesJson {
  private ChangesJson() {}

  static Bytes of(Audit audit) {
    JsonWriter json = new JsonWriter().object().put("count", audit.count());
    json.key("recent").array();
    for (Audit.Entry entry : audit.recent()) {
      json.object()
          .put("atMillis", entry.atMillis())
          .put("cluster", entry.cluster())
          .put("by", entry.by())
          .put("change", entry.change())
          .endObject();
    }
    return json.endArray().endObject().bytes();
  }
}
