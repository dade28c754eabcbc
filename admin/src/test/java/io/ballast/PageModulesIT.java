package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.balance.Pause;
import io.ballast.browser.Browser;
import io.ballast.process.Serving;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The modules that the page is made of, one by one, in a real browser. */
final class PageModulesIT {
  private static final String BODY =
      """
      clusters.phones { health.interval = 0s, nodes.a.address = "127.0.0.1:1" }
      listeners.sets { cluster = phones, bind = "127.0.0.1:0" }
      """;

  @TempDir private Path directory;
  private Browser browser;
  private Serving proxy;

  @BeforeEach
  void open() throws Exception {
    browser = Browser.start(directory);
    proxy = Serving.start(directory, BODY);
    browser.open("http://127.0.0.1:" + proxy.http().getPort() + "/");
    browser.await("the page", "!document.querySelector('#main').hidden");
  }

  @AfterEach
  void close() throws Exception {
    browser.close();
    if (proxy != null) {
      proxy.close();
    }
  }

  private String in(String module, String expression) {
    return String.valueOf(
        browser.eval(
            "import('/%s.js').then(m => JSON.stringify(%s))".formatted(module, expression)));
  }

  @Test
  void wordsAreQuotedAndReadBack() {
    assertThat(in("words", "['a-1', 'a b', 'ok', '#x', '', 'q\"\\\\', 'é'].map(m.quote)"))
        .isEqualTo(
            "[\"a-1\",\"\\\"a b\\\"\",\"\\\"ok\\\"\",\"\\\"#x\\\"\",\"\\\"\\\"\","
                + "\"\\\"q\\\\\\\"\\\\\\\\\\\"\",\"\\\"\\\\xc3\\\\xa9\\\"\"]");
    assertThat(
            in(
                "words",
                "['a-1', 'a b', 'ok', '#x', '', 'q\"\\\\', 'é😀'].map(w => m.split(m.quote(w))[0] === w)"))
        .isEqualTo("[true,true,true,true,true,true,true]");
    assertThat(in("words", "m.split('a \"b c\" 12 -')")).isEqualTo("[\"a\",\"b c\",\"12\",\"-\"]");
  }

  @Test
  void aReplyIsReadToItsEnding() {
    assertThat(in("words", "m.parseReply('# from to\\na b\\nOK 1 session would move\\n')"))
        .isEqualTo(
            "{\"ok\":true,\"message\":\"1 session would move\",\"lines\":[\"# from to\",\"a b\"]}");
    assertThat(in("words", "m.parseReply('ERR not-found node x does not exist\\n')"))
        .isEqualTo("{\"ok\":false,\"message\":\"node x does not exist\",\"lines\":[]}");
    assertThat(in("words", "m.parseTable(['# set node', '\"a b\" x', '# note'])"))
        .isEqualTo("[{\"set\":\"a b\",\"node\":\"x\"}]");
  }

  @Test
  void eventsMayComeInAnyPieces() {
    assertThat(
            in(
                "api",
                "[...'event: a\\ndata: 1\\n\\n:\\nevent: b\\ndata: 2\\n\\n'].reduce((s, c) => (s.feed(c), s),"
                    + " (() => { const got = []; return { got, feed: m.eventReader((k, d) => got.push(k + d)) }; })()).got"))
        .isEqualTo("[\"a1\",\"b2\"]");
  }

  @Test
  void timesAreReadable() {
    assertThat(in("text", "[0, 0.2, 45, 89, 90, 600, 3600, 7500].map(m.duration)"))
        .isEqualTo(
            "[\"0 s\",\"1 s\",\"45 s\",\"89 s\",\"2 min\",\"10 min\",\"1 h\",\"2 h 5 min\"]");
  }

  @Test
  void aRateIsThatOfTheLastTenSeconds() {
    assertThat(in("text", "m.rate([{at: 0, value: 0}, {at: 10, value: 50}], 10)")).isEqualTo("5");
    assertThat(in("text", "m.rate([{at: 0, value: 0}, {at: 1, value: 50}], 100)")).isEqualTo("0");
    assertThat(in("text", "m.rate([{at: 0, value: 7}], 0)")).isEqualTo("0");
  }

  private String verdict(String node, String more) {
    return verdict(node, more, "{name: 'default', nodes: 1, sessions: 5}");
  }

  private String verdict(String node, String more, String zones) {
    String calm =
        "{name: 'a', zone: 'default', weight: 1, health: 'up', want: 5, have: 5, low: 0, high: 9, live: 5,"
            + " arriving: 0, leaving: 0, due: 0, stuck: {}, etaSeconds: 0, paused: []}";
    String cluster =
        "{nodes: [{..." + calm + ", " + node + "}" + more + "], zones: [" + zones + "]}";
    return in("text", "m.verdict(" + cluster + ").text");
  }

  @Test
  void theVerdictSaysWhatOneWantsToKnowFirst() {
    assertThat(verdict("", "")).contains("Balanced");
    assertThat(verdict("health: 'down'", "")).contains("a is down.");
    assertThat(verdict("due: 8, leaving: 2, etaSeconds: 20", ""))
        .contains("10 sessions on the way to where the weights say, about 20 s to go.");
    assertThat(verdict("due: 8, paused: [{why: 'off', leftSeconds: 0}]", ""))
        .contains("8 sessions would move, but balancing is held back.");
    assertThat(verdict("due: 3, stuck: {pinned: 2, busy: 1}", ""))
        .contains("3 sessions due, but not moving: 2 pinned (must not be moved), 1 busy (bytes");
    assertThat(verdict("have: 12", "")).contains("a outside of the band; moves begin when");
    assertThat(verdict("have: 12, paused: [{why: 'dwelling', leftSeconds: 3}]", ""))
        .contains("a outside of the band; moves begin when that lasts.");
    assertThat(verdict("have: 12, paused: [{why: 'nothing-to-move', leftSeconds: 3}]", ""))
        .contains("a: outside of the band, and no session may move to change that.");
    assertThat(verdict("weight: 0", ""))
        .contains("No node takes sessions of zone default: new connections are turned away.");
    String asia = "{name: 'asia', backup: 'default', nodes: 0, sessions: 3}";
    assertThat(verdict("", "", asia))
        .contains("Zone asia has no node of a weight above 0: its sessions go to zone default.");
  }

  @Test
  void everyReasonOfAPauseHasWords() {
    for (Pause.Why why : Pause.Why.values()) {
      assertThat(in("text", "m.pauseMeaning({why: '" + why.word() + "', leftSeconds: 0})"))
          .as(why.word())
          .contains(" ");
    }
  }

  @Test
  void deadlinesAreSaidAsTimeThatIsLeft() {
    assertThat(in("text", "m.deadlineWords(undefined, 5)")).isEqualTo("\"\"");
    assertThat(in("text", "m.deadlineWords(300000, 0)")).isEqualTo("\"deadline in 5 min\"");
    assertThat(in("text", "m.deadlineWords(1, 5)")).isEqualTo("\"deadline passed\"");
    assertThat(
            in(
                "overview",
                "m.deadlineOf({ramps: [{node: 'a', deadlineMillis: 7}],"
                    + " deadlines: [{node: 'b', deadlineMillis: 8}]}, 'b')"))
        .isEqualTo("8");
  }

  @Test
  void nodesWithTooMuchPinnedAreWarnedOf() {
    String node = "{name: 'n' + i, overPinned: true, staying: 3, paused: []}";
    String notices =
        "m.notices({nodes: [...Array(%d).keys()].map(i => (" + node + "))}).map(n => n.text)";
    assertThat(in("overview", notices.formatted(1)))
        .contains("n0 cannot come to what its weight gives it: 3 sessions on it must not be moved");
    assertThat(in("overview", notices.formatted(30) + ".length")).isEqualTo("6");
    assertThat(
            in(
                "overview",
                notices
                    .formatted(1)
                    .replace("paused: []", "paused: [%s, %s]")
                    .formatted(
                        "{why: 'dwelling', leftSeconds: 9}", "{why: 'settling', leftSeconds: 9}")))
        .contains("it came back a short while ago")
        .doesNotContain("outside of the band");
    assertThat(in("overview", notices.formatted(30))).contains("The same of 25 nodes more.");
  }

  @Test
  void aTimelineHasGapsWhereANodeWasNotThere() {
    assertThat(in("timeline", "m.path([0, null, 10], 10, 3)")).isEqualTo("\"M0.0 39.0M360.0 1.0\"");
    assertThat(in("timeline", "m.slotsFor({})")).isEqualTo("61");
    assertThat(in("timeline", "m.slotsFor({a: new Array(360).fill(1)})")).isEqualTo("361");
  }

  @Test
  void commandsAreLinesOfTheLanguage() {
    assertThat(
            in(
                "actions",
                "m.commandOf('weight', {node: 'a b', weight: '5', over: '10m', steps: '4'})"))
        .isEqualTo("\"SETWEIGHT \\\"a b\\\" 5 OVER 10m STEPS 4\"");
    assertThat(
            in("actions", "m.commandOf('weight', {node: 'a', weight: '5', over: '', steps: '4'})"))
        .isEqualTo("\"SETWEIGHT a 5\"");
    assertThat(in("actions", "m.commandOf('drain', {node: 'a', over: '', deadline: '1h'})"))
        .isEqualTo("\"DRAIN a DEADLINE 1h\"");
    assertThat(in("actions", "m.commandOf('pin', {set: 'x y', onto: 'b'})"))
        .isEqualTo("\"PIN \\\"x y\\\" b\"");
  }
}
