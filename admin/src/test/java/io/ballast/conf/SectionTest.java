package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SectionTest {

  /** A settings record as the other packages have them. */
  record Server(String name, int weight, int maxSessions, Duration pause) {
    Server {
      check(weight >= 0, "weight = " + weight + ": a weight is 0 or more; 0 moves every session");
      check(maxSessions >= 1, "max-sessions = " + maxSessions + ": a cap is 1 or more");
      check(
          pause.toSeconds() < weight + 100,
          "pause = " + pause + ": a pause is shorter than the weight");
    }

    private static void check(boolean rule, String message) {
      if (!rule) {
        throw new IllegalArgumentException(message);
      }
    }
  }

  private static Server server(String name, Section section) {
    return new Server(
        name,
        section.get("weight", Form.whole(), 100),
        section.get("max-sessions", Form.whole(), 20_000),
        section.get("pause", Form.duration(), Duration.ZERO));
  }

  private static Map<String, Server> servers(Section section) {
    return section.named("servers", SectionTest::server);
  }

  private static List<String> problems(String text, Function<Section, ?> build) {
    return Reads.problems(Reads.text(text, build));
  }

  @Test
  void missingKeysHaveTheirDefaults() {
    assertThat(Reads.accepted(Reads.text("ballast.servers { a {} }", SectionTest::servers)))
        .containsExactly(Map.entry("a", new Server("a", 100, 20_000, Duration.ZERO)));
  }

  @Test
  void namedObjectsKeepTheOrderOfTheFile() {
    String text = "ballast { servers { zeta {}, alpha {}\n \"North America\" {}, beta {} } }";
    assertThat(Reads.accepted(Reads.text(text, SectionTest::servers)).keySet())
        .containsExactly("zeta", "alpha", "North America", "beta");
  }

  @Test
  void everyFaultIsReportedAtOnceWithItsLine() {
    String text =
        """
        ballast {
          servers {
            a { weight = -3 }
            "North America" {
              weight = much
              max-sessions = 0
              wieght = 4
            }
            b = 7
            c.pause = 30
          }
          serverz {}
        }
        other = 1
        """;
    assertThat(problems(text, SectionTest::servers))
        .containsExactly(
            "x.conf:3: servers.a.weight = -3: a weight is 0 or more; 0 moves every session",
            "x.conf:5: servers.\"North America\".weight = much: a whole number is expected",
            "x.conf:6: servers.\"North America\".max-sessions = 0: a cap is 1 or more",
            "x.conf:7: servers.\"North America\".wieght: unknown key; did you mean weight?",
            "x.conf:9: servers.b = 7: an object in braces is expected, not a number",
            "x.conf:10: servers.c.pause = 30: a time has a unit: 500ms, 30s, 10m, 2h or 7d",
            "x.conf:12: serverz: unknown key; did you mean servers?",
            "x.conf:14: other: unknown key; known here: ballast");
  }

  @Test
  void eachFaultOfOneRecordIsReported() {
    String text = "ballast.servers.a {\n  weight = -1\n  max-sessions = -2\n  pause = 2h\n}";
    assertThat(problems(text, SectionTest::servers))
        .containsExactly(
            "x.conf:2: servers.a.weight = -1: a weight is 0 or more; 0 moves every session",
            "x.conf:3: servers.a.max-sessions = -2: a cap is 1 or more",
            "x.conf:4: servers.a.pause = 2h: a pause is shorter than the weight");
  }

  @Test
  void aRuleThatNamesNoKeyOfTheFileIsReportedAtTheObject() {
    Function<Section, Object> build =
        s ->
            s.section(
                "limits",
                0,
                limits -> {
                  limits.get("low", Form.whole(), 0);
                  throw new IllegalArgumentException("high = 3: high is above low");
                });
    assertThat(problems("ballast {\n\n  limits {\n    low = 5\n  }\n}", build))
        .containsExactly("x.conf:3: limits: high = 3: high is above low");
  }

  @Test
  void aRuleMayNameItsKeyAsTheRecordDoes() {
    Function<Section, Object> build =
        s -> {
          int cap = s.get("max-sessions", Form.whole(), 1);
          if (cap == 0) {
            throw new IllegalArgumentException("maxSessions = 0: a cap is 1 or more");
          }
          return cap;
        };
    assertThat(problems("ballast {\n max-sessions = 0 }", build))
        .containsExactly("x.conf:2: max-sessions = 0: a cap is 1 or more");
  }

  @Test
  void aRequiredKeyIsMissedAtItsObject() {
    Function<Section, Object> build =
        s -> s.named("nodes", (name, node) -> node.require("address", Form.text(), "?"));
    assertThat(problems("ballast {\n nodes {\n  a {\n  }\n }\n}", build))
        .containsExactly("x.conf:3: nodes.a.address: missing, and it has no default: add it");
  }

  @Test
  void aMissingTopIsReported() {
    assertThat(problems("", s -> 1))
        .containsExactly("x.conf: ballast: missing, and it has no default: add it");
    assertThat(problems("balast {}", s -> 1))
        .containsExactly(
            "x.conf: ballast: missing, and it has no default: add it",
            "x.conf:1: balast: unknown key; did you mean ballast?");
    assertThat(problems("ballast = 3", s -> 1))
        .containsExactly("x.conf:1: ballast = 3: an object in braces is expected, not a number");
  }

  @Test
  void unknownKeyNamesWhatIsKnownIfNothingIsNear() {
    assertThat(problems("ballast { servers.a { colour = red } }", SectionTest::servers))
        .containsExactly(
            "x.conf:1: servers.a.colour: unknown key; known here: max-sessions, pause, weight");
  }

  @Test
  void unknownKeyInAnotherSpellingIsRecognized() {
    assertThat(problems("ballast { servers.a { maxSessions = 5 } }", SectionTest::servers))
        .containsExactly(
            "x.conf:1: servers.a.maxSessions: unknown key; did you mean max-sessions?");
  }

  @Test
  void listElementsAreReportedWithTheirOwnLines() {
    Function<Section, Object> build = s -> s.list("ports", Form.whole(1, 9), List.of());
    assertThat(Reads.accepted(Reads.text("ballast.ports = [1, 2]", build)))
        .isEqualTo(List.of(1, 2));
    assertThat(problems("ballast {\n ports = [\n  1\n  x, 10\n  null\n ]\n}", build))
        .containsExactly(
            "x.conf:4: ports[1] = x: a whole number is expected",
            "x.conf:4: ports[2] = 10: it is at least 1 and at most 9",
            "x.conf:5: ports[3] = null: null is no value; take the key out to have its default");
    assertThat(problems("ballast.ports = 4", build))
        .containsExactly("x.conf:1: ports = 4: a list in brackets is expected, not a number");
  }

  @Test
  void listsOfObjectsAreReportedWithTheirOwnLines() {
    Function<Section, Object> build =
        s -> s.sections("rules", rule -> rule.require("zone", Form.text(), "?"));
    String text =
        """
        ballast {
          rules = [
            { zone = asia }
            { zone = [] },
            7
            {
              sone = asia
            }
          ]
        }
        """;
    assertThat(problems(text, build))
        .containsExactly(
            "x.conf:4: rules[1].zone = [...]: a single value is expected, not a list in brackets",
            "x.conf:5: rules[2] = 7: an object in braces is expected, not a number",
            "x.conf:6: rules[3].zone: missing, and it has no default: add it",
            "x.conf:7: rules[3].sone: unknown key; did you mean zone?");
  }

  @Test
  void mapKeepsItsOrderAndExplainsDots() {
    Function<Section, Map<String, String>> build = s -> s.map("sets", Form.text());
    assertThat(Reads.accepted(Reads.text("ballast.sets { z = 1, \"a.b\" = 2, c = 3 }", build)))
        .containsExactly(Map.entry("z", "1"), Map.entry("a.b", "2"), Map.entry("c", "3"));
    assertThat(problems("ballast {\n sets {\n  lobby.phone = asia } }", build))
        .containsExactly(
            "x.conf:3: sets.lobby = {...}: a single value is expected, not an object; quote a name"
                + " that has a dot in it");
  }

  @Test
  void aNameWithADotNeedsQuotes() {
    assertThat(
            problems(
                "ballast.servers {\n a.1 { weight = 1 }\n \"b.1\" {}\n}", SectionTest::servers))
        .containsExactly(
            "x.conf:2: servers.a.1: unknown key; a name that has a dot in it stands in quotes");
  }

  @Test
  void aHundredThousandNamesAreRead() {
    StringBuilder text = new StringBuilder("ballast.sets {\n");
    for (int i = 0; i < 100_000; i++) {
      text.append("  \"set.").append(i).append("\" = asia\n");
    }
    Function<Section, Map<String, String>> build = s -> s.map("sets", Form.text());
    assertThat(Reads.accepted(Reads.text(text + "}", build))).hasSize(100_000);
  }

  @Test
  void aRuleBeyondTheObjectIsReportedOnce() {
    Function<Section, Object> build =
        s -> {
          s.get("bind", Form.text(), "");
          s.reject("bind", "it is taken");
          s.reject("bind", "it is taken twice");
          return 1;
        };
    assertThat(problems("ballast {\n bind = \"a:1\" }", build))
        .containsExactly("x.conf:2: bind = a:1: it is taken");
  }

  @Test
  void secretsAreNotShown() {
    Function<Section, Object> build =
        s -> {
          Optional<String> secret = s.secret("secret", Form.text());
          if (secret.isPresent()) {
            throw new IllegalArgumentException("secret = " + secret.get() + ": it is too short");
          }
          return 1;
        };
    assertThat(problems("ballast {\n secret = hunter2\n sceret = hunter3 }", build))
        .containsExactly(
            "x.conf:2: secret: it is too short",
            "x.conf:3: sceret: unknown key; did you mean secret?");
    assertThat(problems("ballast {\n secret = [hunter2] }", build))
        .containsExactly("x.conf:2: secret: a single value is expected, not a list in brackets");
  }

  @Test
  void aSecretInARuleIsNotShown() {
    Function<Section, Object> build =
        s -> {
          s.secret("secret", Form.text());
          throw new IllegalArgumentException("secret = x: hunter2 is too short");
        };
    assertThat(problems("ballast {\n secret = hunter2 }", build))
        .containsExactly("x.conf:2: secret: this value cannot be used");
  }
}
