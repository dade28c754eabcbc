package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "na-1",
        "North America",
        "127.0.0.1:6800",
        "[::1]:6800",
        "fd@sets",
        "^HELLO (?P<id>\\S+)",
        "state/ballast.state",
        "e0 00",
        "q\"uote",
        "Zürich",
        "a,b=c{d}",
        "none",
        "null",
        "true",
        "",
        "a\nb",
        "a//b",
        "x.y",
        "10.0.0.0/8"
      })
  void whatIsWrittenIsReadBackAsIt(String text) {
    Config read =
        ConfigFactory.parseString(
            "value = " + ConfigText.value(text) + "\nlist = [" + ConfigText.value(text) + ", 1]");
    assertThat(read.getString("value")).isEqualTo(text);
    assertThat(read.getStringList("list").get(0)).isEqualTo(text);
    if (!text.isEmpty()) {
      Config key = ConfigFactory.parseString("at." + ConfigText.key(text) + ".end = 1");
      assertThat(key.getObject("at").keySet()).containsExactly(text);
    }
  }

  @Test
  void onlyWhatNeedsQuotesHasThem() {
    assertThat(ConfigText.value("10.0.0.0/8")).isEqualTo("10.0.0.0/8");
    assertThat(ConfigText.value("na-1")).isEqualTo("na-1");
    assertThat(ConfigText.value("null")).isEqualTo("\"null\"");
    assertThat(ConfigText.key("na-1")).isEqualTo("na-1");
    assertThat(ConfigText.key("a.b")).isEqualTo("\"a.b\"");
  }
}
