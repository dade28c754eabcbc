package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static String text(JsonWriter json) {
    return new String(json.bytes().copy(), StandardCharsets.UTF_8);
  }

  @Test
  void valuesAreSeparated() {
    JsonWriter json = new JsonWriter().object().put("a", 1).put("b", true);
    json.key("c").array().value(2).value("x").object().endObject().endArray();
    json.key("d").object().put("e", "f").endObject().endObject();
    assertThat(text(json)).isEqualTo("{\"a\":1,\"b\":true,\"c\":[2,\"x\",{}],\"d\":{\"e\":\"f\"}}");
  }

  @Test
  void textIsEscaped() {
    assertThat(text(new JsonWriter().value("a\"b\\c\n\u0001 é 😀 \ud800 </script>")))
        .isEqualTo("\"a\\\"b\\\\c\\u000a\\u0001 é 😀 \\ud800 </script>\"");
  }
}
