package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationFileTest {
  @TempDir private Path folder;

  private static Map<String, Integer> weights(Section section) {
    return section.map("weights", Form.whole());
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private <T> Outcome<T> read(Path file, Function<Section, T> build) {
    return new ConfigurationFile(Map.of()).read(file, build);
  }

  /** The problems, the temporary folder left out. */
  private List<String> problems(Path file, Function<Section, ?> build) {
    return Reads.problems(read(file, build)).stream()
        .map(problem -> problem.replace(folder + "/", ""))
        .toList();
  }

  @Test
  void aFileIsRead() throws IOException {
    Path file = write("a.conf", "\uFEFFballast.weights { a = 1 } # first\r\nballast.weights.b = 2");
    assertThat(Reads.accepted(read(file, ConfigurationFileTest::weights)))
        .containsExactly(Map.entry("a", 1), Map.entry("b", 2));
  }

  @Test
  void aFileThatIsNotThereIsAProblem() {
    assertThat(problems(folder.resolve("none.conf"), ConfigurationFileTest::weights))
        .containsExactly(
            "none.conf: there is no such file: check the path, and that this user may read it");
  }

  @Test
  void aFolderIsAProblem() {
    assertThat(Reads.problems(read(folder, ConfigurationFileTest::weights)))
        .containsExactly(
            folder + ": this is a folder: check the path, and that this user may read it");
  }

  @Test
  void bytesThatAreNotTextAreAProblem() throws IOException {
    Path file = folder.resolve("latin.conf");
    Files.write(file, "ballast.weights { é = 1 }".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(problems(file, ConfigurationFileTest::weights))
        .containsExactly("latin.conf: the text is not UTF-8: save it as UTF-8");
  }

  @Test
  void syntaxErrorsHaveTheirLine() throws IOException {
    Path file = write("a.conf", "ballast {\n  weights {\n    a = 1\n    b = = 2\n  }\n}\n");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .singleElement()
        .asString()
        .startsWith("a.conf:4: ");
  }

  @Test
  void aBraceThatIsNotClosedIsAProblem() throws IOException {
    Path file = write("a.conf", "ballast {\n  weights {\n    a = 1\n  }\n");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .singleElement()
        .asString()
        .startsWith("a.conf:5: ");
  }

  @Test
  void aSyntaxErrorNearASecretShowsNothing() {
    for (String line :
        List.of(
            "secret = hun`ter2",
            "secret = \"hunter2",
            "secret {hunter2",
            "secret = hunter2 \" x")) {
      List<String> problems =
          Reads.problems(Reads.text("ballast {\n " + line + "\n}", ConfigurationFileTest::weights));
      assertThat(problems)
          .singleElement()
          .asString()
          .startsWith("x.conf:")
          .doesNotContain("hunter");
    }
  }

  @Test
  void includesAreReadAndTheirProblemsHaveTheirOwnFile() throws IOException {
    write("parts/b.conf", "b = 2\nbad = x\n");
    write("parts/c.conf", "ballast {\n\n  weights.c = y\n}\n");
    Path file =
        write(
            "a.conf",
            "include \"parts/c.conf\"\nballast {\n  weights {\n    a = z\n    include"
                + " required(file(\"parts/b.conf\"))\n  }\n}\n");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .containsExactly(
            "a.conf:4: weights.a = z: a whole number is expected",
            "parts/b.conf:2: weights.bad = x: a whole number is expected",
            "parts/c.conf:3: weights.c = y: a whole number is expected");
  }

  @Test
  void anIncludingFileMayOverrideWhatItIncludes() throws IOException {
    write("base.conf", "ballast.weights { a = 1, b = 1 }");
    Path file = write("a.conf", "include \"base.conf\"\nballast.weights.b = 2");
    assertThat(Reads.accepted(read(file, ConfigurationFileTest::weights)))
        .isEqualTo(Map.of("a", 1, "b", 2));
  }

  @Test
  void anIncludeThatIsNotThereIsAProblem() throws IOException {
    Path file = write("a.conf", "ballast {\n include \"no.conf\"\n include \"no\"\n}");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .containsExactly(
            "a.conf:2: include \"no.conf\": there is no such file: check the path, and that this"
                + " user may read it",
            "a.conf:3: include \"no\": there is no such file: check the path, and that this user"
                + " may read it");
  }

  @Test
  void anIncludedSyntaxErrorHidesNoOther() throws IOException {
    write("b.conf", "x = \n}");
    write("c.conf", "\n\n]");
    Path file = write("a.conf", "include \"b.conf\"\ninclude \"c.conf\"\n");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith("b.conf:2: "))
        .anyMatch(problem -> problem.startsWith("c.conf:3: "));
  }

  @Test
  void filesThatIncludeEachOtherAreAProblem() throws IOException {
    write("b.conf", "\ninclude \"a.conf\"");
    Path file = write("a.conf", "include \"b.conf\"");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .containsExactly(
            "b.conf:2: include \"a.conf\": the file includes itself: take one of the includes out");
  }

  @Test
  void onlyFilesAreIncluded() throws IOException {
    Path file =
        write(
            "a.conf",
            "include url(\"http://localhost/x\")\ninclude classpath(\"logback.xml\")\ninclude \"a\\u0000b\"\ninclude \"\"");
    assertThat(problems(file, ConfigurationFileTest::weights))
        .hasSize(4)
        .allMatch(
            p -> p.endsWith("an include names a file, relative to the one that it stands in"));
    assertThat(Reads.problems(Reads.text("include \"a.conf\"", ConfigurationFileTest::weights)))
        .hasSize(1);
  }

  @Test
  void doubledKeysAreAProblem() throws IOException {
    String text =
        """
        ballast {
          weights {
            a = 1
            b = 1
            a = 2
          }
          weights.b = 3
          weights = { c = x }
          list = [ { x = 1, x = 2 } ]
          list = [ { x = 1 } ]
        }
        """;
    assertThat(
            problems(
                write("a.conf", text),
                s -> {
                  s.sections("list", x -> x.find("x", Form.whole()));
                  return weights(s);
                }))
        .containsExactly(
            "a.conf:5: weights.a: the key is given twice, before on line 3, and only the last one"
                + " counts: take one out",
            "a.conf:7: weights.b: the key is given twice, before on line 4, and only the last one"
                + " counts: take one out",
            "a.conf:8: weights.c = x: a whole number is expected",
            "a.conf:9: list[0].x: the key is given twice, before on line 9, and only the last one"
                + " counts: take one out",
            "a.conf:10: list: the key is given twice, before on line 9, and only the last one"
                + " counts: take one out");
  }

  @Test
  void aSubstitutionMayFollowItsDefault() {
    String text = "ballast.weights { a = 1\n a = ${?A}\n b = 1\n b = ${?B} }";
    assertThat(Reads.accepted(Reads.text(text, Map.of("A", "7"), ConfigurationFileTest::weights)))
        .isEqualTo(Map.of("a", 7, "b", 1));
  }

  @Test
  void listsMayBeAppendedTo() {
    String text = "ballast { l = [1]\n l += 2\n l = ${ballast.l} [3] }";
    Function<Section, Object> build = s -> s.list("l", Form.whole(), List.of());
    assertThat(Reads.accepted(Reads.text(text, build))).isEqualTo(List.of(1, 2, 3));
  }

  @Test
  void aValueFromTheEnvironmentIsReportedWhereItIsUsed() {
    String text = "ballast {\n weights {\n  a = ${?A}\n  b = ${B}\n }\n}";
    assertThat(
            Reads.problems(
                Reads.text(text, Map.of("A", "x", "B", "y"), ConfigurationFileTest::weights)))
        .containsExactly(
            "x.conf:3: weights.a = x: a whole number is expected",
            "x.conf:4: weights.b = y: a whole number is expected");
  }

  @Test
  void aValueFromAnotherKeyIsReportedWhereItIsUsed() {
    String text = "ballast {\n word = often\n weights {\n  a = ${ballast.word}\n }\n}";
    Function<Section, Object> build =
        s -> {
          s.find("word", Form.text());
          return weights(s);
        };
    assertThat(Reads.problems(Reads.text(text, build)))
        .containsExactly("x.conf:4: weights.a = often: a whole number is expected");
  }

  @Test
  void everySubstitutionWithoutAValueIsReportedOnceAndNothingElse() throws IOException {
    write("b.conf", "\nb = ${NONE}");
    Path file =
        write(
            "a.conf",
            "ballast.weights {\n a = ${NONE}\n c = 1${ballast.nothing}2\n d = x\n e = ${?NEVER}\n"
                + " include \"b.conf\"\n}");
    String rule = "}: there is no such key and no such environment variable: set it, or write ${?";
    assertThat(problems(file, ConfigurationFileTest::weights))
        .containsExactly(
            "a.conf:2: ${NONE" + rule + "NONE} if it may be missing",
            "a.conf:3: ${ballast.nothing" + rule + "ballast.nothing} if it may be missing",
            "a.conf:4: weights.d = x: a whole number is expected",
            "b.conf:2: ${NONE" + rule + "NONE} if it may be missing");
  }

  @Test
  void substitutionsInACircleAreAProblem() {
    assertThat(
            Reads.problems(
                Reads.text(
                    "ballast.weights {\n a = ${ballast.weights.b}\n b ="
                        + " ${ballast.weights.a} }",
                    ConfigurationFileTest::weights)))
        .singleElement()
        .asString()
        .startsWith("x.conf:")
        .contains("is made of itself");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{", "a.", "a{b=[", "${a.b.", "${"})
  void nestingWithoutEndIsAProblem(String part) {
    String endless = part.repeat(100_000);
    assertThat(Reads.problems(Reads.text("ballast.x = " + endless, s -> 1))).isNotEmpty();
    assertThat(Reads.problems(Reads.text("ballast { " + endless + "x = 1", s -> 1))).isNotEmpty();
  }

  @Test
  void nestingThatIsTooDeepHasItsLine() {
    String text = "ballast {\n x = " + "[".repeat(70) + "]".repeat(70) + "\n}";
    assertThat(Reads.problems(Reads.text(text, s -> 1)))
        .containsExactly("x.conf:2: objects and lists are nested more than 64 deep: close some");
  }

  /** Pieces of HOCON put together at random: whatever comes out, there is an answer. */
  @Test
  void noTextMakesReadingFail() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String[] pieces = {
      "ballast",
      " ",
      "{",
      "}",
      "[",
      "]",
      "=",
      ":",
      "+=",
      ",",
      "\n",
      "\"",
      "\"\"\"",
      "\\",
      "#",
      "//",
      "${",
      "${?",
      "}",
      "a",
      "weights",
      ".",
      "1",
      "-",
      "e9",
      "include",
      "include \"x\"",
      "null",
      "true",
      "\uFEFF",
      "\u0000",
      "é",
      "$",
      "'",
      "`",
      "(",
      ")"
    };
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "ballast {" : "");
      for (int n = random.nextInt(20); n > 0; n--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      assertThatCode(() -> Reads.text(text.toString(), ConfigurationFileTest::weights))
          .as("seed %d: %s", seed, text)
          .doesNotThrowAnyException();
    }
  }
}
