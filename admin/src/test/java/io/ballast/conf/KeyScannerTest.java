package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import io.ballast.conf.KeyScan.Assignment;
import io.ballast.conf.KeyScan.Include;
import io.ballast.conf.KeyScan.Kind;
import io.ballast.conf.KeyScan.Substitution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyScannerTest {

  @Test
  void keysHavePathLineAndKind() {
    String text =
        """
        # a = 1
        a { b.c : 2, "d.e" {
          f = "x # {" } } // g = 3
        h = [ 1, { i = 2 }
          { j = ""\" k = 1
        l = 2 ""\" } ]
        m += 1
        n = ${?X} "y"
        include "z.conf"
        o =
          # p = 1
          4
        """;
    assertThat(KeyScanner.scan(text).keys())
        .containsExactly(
            new Assignment("a", 2, Kind.OBJECT, 0),
            new Assignment("a.b.c", 2, Kind.PLAIN, 0),
            new Assignment("a.\"d.e\"", 2, Kind.OBJECT, 0),
            new Assignment("a.\"d.e\".f", 3, Kind.PLAIN, 0),
            new Assignment("h", 4, Kind.PLAIN, 0),
            new Assignment("h[1].i", 4, Kind.PLAIN, 0),
            new Assignment("h[2].j", 5, Kind.PLAIN, 0),
            new Assignment("m", 7, Kind.DERIVED, 0),
            new Assignment("n", 8, Kind.DERIVED, 0),
            new Assignment("o", 10, Kind.PLAIN, 1));
  }

  @Test
  void includesHaveTheirPathAndLine() {
    String text = "include \"a\"\nb {\n include required(file(\"c\"))\n}\ninclude = 1";
    assertThat(KeyScanner.scan(text).includes())
        .containsExactly(new Include("", 1), new Include("b", 3));
    assertThat(KeyScanner.scan(text).keys()).extracting(Assignment::path).contains("include");
  }

  @Test
  void substitutionsHaveTheirNameAndLine() {
    assertThat(KeyScanner.scan("a = ${x.\"y z\"}\nb = [${?V}, \"${n}\"]").substitutions())
        .containsExactly(new Substitution("x.\"y z\"", false, 1), new Substitution("V", true, 2));
  }

  @Test
  void nestingStopsTheScan() {
    assertThat(KeyScanner.scan("\na = " + "[".repeat(1_000_000)).deepestLine()).isEqualTo(2);
    assertThat(KeyScanner.scan("\na = " + "{b=".repeat(20)).deepestLine()).isZero();
  }

  /** Documents written at random, whose lines are known. */
  @Test
  void everyKeyOfARandomDocumentIsFoundOnItsLine() {
    long seed = System.nanoTime();
    for (int i = 0; i < 500; i++) {
      Writer writer = new Writer(new Random(seed + i));
      writer.object("", 0);
      String text = writer.text.toString();
      assertThat(ConfigFactory.parseString(text)).as(text).isNotNull();
      Map<String, Integer> found = new LinkedHashMap<>();
      KeyScanner.scan(text).keys().forEach(key -> found.put(key.path(), key.line()));
      assertThat(found).as("seed %d:%n%s", seed + i, text).isEqualTo(writer.lines);
    }
  }

  /** Writes a document with all the ways of writing, and notes the line of each key. */
  private static final class Writer {
    private static final List<String> NAMES =
        List.of("a", "max-sessions", "North America", "x.y", "é", "#", "{", "10.0.0.1/8", "\"");
    private static final List<String> VALUES =
        List.of(
            "1",
            "on",
            "two words",
            "\"q # , } ]\"",
            "\"\\\"\"",
            "${?X}",
            "\"\"\"t\n}\"x\"\"\"",
            "-1.5e3",
            "a//b\n",
            "null",
            "\"\"",
            "x${?Y}z");

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private int line = 1;
    private int serial;

    Writer(Random random) {
      this.random = random;
    }

    void object(String path, int depth) {
      for (int n = random.nextInt(5); n > 0; n--) {
        maybe("  ", "\n", "# c = 1\n", "// {\n", "\t\n");
        String name = ConfigUtil.quoteString(oneOf(NAMES) + serial++);
        String key = random.nextInt(4) == 0 ? "k" + serial + "." + name : name;
        String full = ConfigUtil.joinPath(KeyPath.elements(key));
        full = path.isEmpty() ? full : path + "." + full;
        lines.put(full, line);
        write(key);
        value(full, depth);
        write(oneOf(List.of("\n", ",", " , ", "\n\n", " # d = [\n")));
      }
    }

    private void value(String path, int depth) {
      int kind = depth > 3 ? 2 : random.nextInt(4);
      if (kind == 0) {
        maybe(" ", " = ", ":");
        write("{");
        object(path, depth + 1);
        maybe("\n");
        write("}");
      } else if (kind == 1) {
        write(oneOf(List.of("=", " : ", " =\n", path.contains("[") ? "=" : " += ")));
        list(path, depth + 1);
      } else {
        write(oneOf(List.of("=", " : ", " = ", "=\n ", " = # e = 1\n")));
        write(oneOf(VALUES));
      }
    }

    private void list(String path, int depth) {
      write("[");
      int elements = random.nextInt(4);
      for (int i = 0; i < elements; i++) {
        maybe("\n", " ", "# f\n");
        if (depth < 4 && random.nextBoolean()) {
          write("{");
          object(KeyPath.element(path, i), depth + 1);
          write("}");
        } else {
          write("v");
        }
        write(oneOf(List.of(",", "\n", " ,\n", "\n,")));
      }
      write("]");
    }

    private void maybe(String... pieces) {
      if (random.nextBoolean()) {
        write(pieces[random.nextInt(pieces.length)]);
      }
    }

    private <T> T oneOf(List<T> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    private void write(String piece) {
      text.append(piece);
      line += (int) piece.chars().filter(c -> c == '\n').count();
    }
  }
}
