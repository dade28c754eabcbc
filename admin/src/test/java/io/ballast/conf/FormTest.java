package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.HostPort;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
  enum Way {
    RECONNECT,
    LAST_RESORT
  }

  private static <T> T read(String value, Form<T> form) {
    return Reads.accepted(Reads.text("ballast.k = " + value, s -> s.find("k", form).orElseThrow()));
  }

  @Test
  void textTakesNumbersAndWordsAsTheyAreWritten() {
    assertThat(read("\"North America\"", Form.text())).isEqualTo("North America");
    assertThat(read("asia", Form.text())).isEqualTo("asia");
    assertThat(read("0017.50", Form.text())).isEqualTo("0017.50");
    assertThat(read("true", Form.text())).isEqualTo("true");
  }

  @Test
  void textIsNeitherObjectNorListNorNull() {
    assertThat(Reads.problem("{ a = 1 }", Form.text()))
        .isEqualTo("x.conf:2: k = {...}: a single value is expected, not an object in braces");
    assertThat(Reads.problem("[1]", Form.text()))
        .isEqualTo("x.conf:2: k = [...]: a single value is expected, not a list in brackets");
    assertThat(Reads.problem("null", Form.text()))
        .isEqualTo("x.conf:2: k = null: null is no value; take the key out to have its default");
  }

  @ParameterizedTest
  @CsvSource({"on,true", "true,true", "yes,true", "off,false", "false,false", "no,false"})
  void flagTakesTheUsualWords(String word, boolean expected) {
    assertThat(read(word, Form.flag())).isEqualTo(expected);
    assertThat(read("\"" + word + "\"", Form.flag())).isEqualTo(expected);
  }

  @Test
  void flagRefusesOtherWords() {
    assertThat(Reads.problem("1", Form.flag())).isEqualTo("x.conf:2: k = 1: write on or off");
    assertThat(Reads.problem("maybe", Form.flag()))
        .isEqualTo("x.conf:2: k = maybe: write on or off");
  }

  @ParameterizedTest
  @CsvSource({"7,7", "-3,-3", "\"12\",12", "1e3,1000", "10.0,10", "2147483647,2147483647"})
  void wholeTakesWholeNumbers(String value, int expected) {
    assertThat(read(value, Form.whole())).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "99999999999999999999999", "1e999", "\"1e999999999\""})
  void wholeRefusesWhatDoesNotFit(String value) {
    assertThat(Reads.problem(value, Form.whole()))
        .endsWith(": it is at least -2147483648 and at most 2147483647");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "\"1e-999999999\""})
  void wholeRefusesFractions(String value) {
    assertThat(Reads.problem(value, Form.whole()))
        .endsWith(": a whole number is expected, without a fraction");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ten", "\"\"", "1_000", "0x10", "10%", "true"})
  void wholeRefusesOtherTexts(String value) {
    assertThat(Reads.problem(value, Form.whole())).endsWith(": a whole number is expected");
  }

  @Test
  void wholeKeepsItsBounds() {
    assertThat(read("1", Form.whole(1, 10))).isEqualTo(1);
    assertThat(read("10", Form.whole(1, 10))).isEqualTo(10);
    assertThat(Reads.problem("0", Form.whole(1, 10)))
        .isEqualTo("x.conf:2: k = 0: it is at least 1 and at most 10");
    assertThat(Reads.problem("11", Form.whole(1, 10)))
        .isEqualTo("x.conf:2: k = 11: it is at least 1 and at most 10");
    assertThat(read("5000000000", Form.wholeLong(0, Long.MAX_VALUE))).isEqualTo(5_000_000_000L);
  }

  @Test
  void decimalKeepsItsBounds() {
    assertThat(read("0.20", Form.decimal(0, 1))).isEqualTo(0.2);
    assertThat(read("1", Form.decimal(0, 1))).isEqualTo(1.0);
    assertThat(Reads.problem("1.01", Form.decimal(0, 1)))
        .isEqualTo("x.conf:2: k = 1.01: it is at least 0.0 and at most 1.0");
    assertThat(Reads.problem("NaN", Form.decimal(0, 1))).endsWith(": a number is expected");
  }

  @ParameterizedTest
  @CsvSource({
    "500ms,PT0.5S",
    "30s,PT30S",
    "1.5 s,PT1.5S",
    "10m,PT10M",
    "2h,PT2H",
    "7d,PT168H",
    "0s,PT0S",
    "0,PT0S",
    "\"60 seconds\",PT1M"
  })
  void durationTakesUnits(String value, String expected) {
    assertThat(read(value, Form.duration())).isEqualTo(Duration.parse(expected));
  }

  @Test
  void durationWithoutUnitIsNotGuessed() {
    assertThat(Reads.problem("30", Form.duration()))
        .isEqualTo("x.conf:2: k = 30: a time has a unit: 500ms, 30s, 10m, 2h or 7d");
  }

  @Test
  void durationRefusesWhatIsNoTime() {
    String form = ": a time is a number with a unit: 500ms, 30s, 10m, 2h or 7d";
    assertThat(Reads.problem("soon", Form.duration())).endsWith(form);
    assertThat(Reads.problem("5 parsecs", Form.duration())).endsWith(form);
    assertThat(Reads.problem("-5s", Form.duration())).endsWith(": a time is 0s or more");
    assertThat(Reads.problem("36501d", Form.duration())).endsWith(": a time is at most 36500d");
    assertThat(Reads.problem("999999999999999d", Form.duration()))
        .endsWith(": a time is at most 36500d");
  }

  @ParameterizedTest
  @CsvSource({"512,512", "64KiB,65536", "64k,65536", "1MB,1000000", "\"1 MiB\",1048576"})
  void bytesTakeUnits(String value, long expected) {
    assertThat(read(value, Form.bytes(0, Long.MAX_VALUE))).isEqualTo(expected);
  }

  @Test
  void bytesKeepTheirBounds() {
    assertThat(Reads.problem("2KiB", Form.bytes(0, 1024)))
        .isEqualTo("x.conf:2: k = 2KiB: it is at least 0 and at most 1024");
    String form = ": a size is a whole number of bytes, or has a unit: 512, 64KiB, 1MiB";
    assertThat(Reads.problem("big", Form.bytes(0, 1024))).endsWith(form);
    assertThat(Reads.problem("999999ZiB", Form.bytes(0, 1024))).endsWith(form);
    assertThat(Reads.problem("[1]", Form.bytes(0, 1024))).endsWith(form);
  }

  @Test
  void wordIsOneOfTheConstants() {
    assertThat(read("reconnect", Form.word(Way.class))).isEqualTo(Way.RECONNECT);
    assertThat(read("last-resort", Form.word(Way.class))).isEqualTo(Way.LAST_RESORT);
    assertThat(Reads.problem("recconect", Form.word(Way.class)))
        .isEqualTo(
            "x.conf:2: k = recconect: it is one of last-resort, reconnect; did you mean"
                + " reconnect?");
    assertThat(Reads.problem("handover", Form.word(Way.class)))
        .isEqualTo("x.conf:2: k = handover: it is one of last-resort, reconnect");
  }

  @Test
  void parsedShowsTheParsersRule() {
    assertThat(read("\"http://a/\"", Form.parsed(URI::create))).isEqualTo(URI.create("http://a/"));
    Form<String> form =
        Form.parsed(
            text -> {
              throw new IllegalArgumentException("address = " + text + ": a port is missing");
            });
    assertThat(Reads.problem("a.example", form))
        .isEqualTo("x.conf:2: k = a.example: a port is missing");
    assertThat(Reads.problem("a.example", Form.parsed(HostPort::parse)))
        .startsWith("x.conf:2: k = a.example: an address is host:port, such as 10.0.0.1:6801");
  }

  @Test
  void longAndStrangeValuesAreShownOnOneLine() {
    assertThat(Reads.problem("\"a\\nx.conf:9: forged\"", Form.whole()))
        .isEqualTo("x.conf:2: k = \"a\\nx.conf:9: forged\": a whole number is expected");
    assertThat(Reads.problem("\"" + "z".repeat(500) + "\"", Form.whole()))
        .isEqualTo("x.conf:2: k = " + "z".repeat(80) + "...: a whole number is expected");
  }
}
