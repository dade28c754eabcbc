package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.conf.KeyScan.Assignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The files that are delivered say what is so. */
class ReferenceFileTest {
  private static final Path FOLDER = Path.of("../conf");
  private static final Path REFERENCE = FOLDER.resolve("ballast.conf");
  private static final Pattern DEFAULT = Pattern.compile("Default (.+?)\\.(?=\\s|$)");
  private static final Pattern NO_DEFAULT =
      Pattern.compile("Required\\.|No default\\.|by default\\.|own default");

  /** Keys that take files, so that they stand in a comment. */
  private static final Set<String> SHOWN = Set.of("ballast.listeners.*.identity.tls-client-cert");

  @TestFactory
  Stream<DynamicTest> everyDeliveredFileIsAccepted() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".conf")).sorted().toList().stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      FOLDER.relativize(file).toString(),
                      () -> assertThat(problems(Files.readString(file))).isEmpty()));
    }
  }

  @Test
  void theReferenceHasEveryKeyThatIsKnown() throws IOException {
    Map<String, String> patterns = asked(Files.readString(REFERENCE));
    Set<String> missing = new TreeSet<>(patterns.values());
    for (Assignment key : keys()) {
      String pattern = patterns.get(key.path());
      missing.removeIf(known -> (pattern + ".").startsWith(known + "."));
    }
    missing.removeAll(SHOWN);
    assertThat(missing).isEmpty();
    String text = Files.readString(REFERENCE);
    assertThat(SHOWN)
        .allMatch(key -> text.contains("#   " + key.substring(key.indexOf("*.") + 2) + " = "));
  }

  /** Writing a default out changes nothing. */
  @TestFactory
  Stream<DynamicTest> theDocumentedDefaultIsTheDefault() throws IOException {
    List<String> lines = Files.readAllLines(REFERENCE);
    return firstUses().entrySet().stream()
        .flatMap(
            use -> {
              int line = use.getValue().line();
              Matcher matcher = DEFAULT.matcher(comment(lines, line));
              return matcher.find()
                  ? Stream.of(
                      DynamicTest.dynamicTest(
                          use.getKey() + " = " + matcher.group(1),
                          () -> assertDefault(lines, line, matcher.group(1))))
                  : Stream.empty();
            });
  }

  private static void assertDefault(List<String> lines, int line, String value) {
    String key = lines.get(line - 1);
    String name = key.substring(0, key.indexOf('='));
    assertThat(accepted(replaced(lines, line, name + "= " + value)))
        .usingRecursiveComparison()
        .isEqualTo(accepted(replaced(lines, line, "")));
  }

  @Test
  void everyKeyOfTheReferenceSaysWhatItsDefaultIs() throws IOException {
    List<String> lines = Files.readAllLines(REFERENCE);
    List<String> silent = new ArrayList<>();
    firstUses()
        .forEach(
            (pattern, key) -> {
              String comment = comment(lines, key.line());
              if (!DEFAULT.matcher(comment).find() && !NO_DEFAULT.matcher(comment).find()) {
                silent.add(pattern);
              }
            });
    assertThat(silent).isEmpty();
  }

  /** The first assignment of each key that has a value of its own, by its pattern. */
  private static Map<String, Assignment> firstUses() throws IOException {
    Map<String, String> patterns = asked(Files.readString(REFERENCE));
    Map<String, Assignment> first = new HashMap<>();
    for (Assignment key : keys()) {
      String pattern = patterns.get(key.path());
      boolean list = patterns.values().stream().anyMatch(p -> p.startsWith(pattern + "[]"));
      if (key.kind() != KeyScan.Kind.OBJECT && !pattern.endsWith("*") && !list) {
        first.putIfAbsent(pattern, key);
      }
    }
    return first;
  }

  private static List<Assignment> keys() throws IOException {
    return KeyScanner.scan(Files.readString(REFERENCE)).keys();
  }

  /** The comment lines right above a line, in one piece. */
  private static String comment(List<String> lines, int line) {
    int first = line - 1;
    while (first > 0 && lines.get(first - 1).strip().startsWith("#")) {
      first--;
    }
    return lines.subList(first, line - 1).stream()
        .map(text -> text.strip().substring(1).strip())
        .collect(Collectors.joining(" "));
  }

  private static String replaced(List<String> lines, int line, String text) {
    List<String> copy = new ArrayList<>(lines);
    copy.set(line - 1, text);
    return String.join("\n", copy);
  }

  private static Map<String, String> asked(String text) {
    return Reads.accepted(
        Reads.text(
            text,
            top -> {
              Configuration.build(top, TlsReader.WITHOUT_FILES);
              return top.asked();
            }));
  }

  private static Configuration accepted(String text) {
    return Reads.accepted(Reads.text(text, ReferenceFileTest::build));
  }

  private static List<String> problems(String text) {
    return Reads.problems(Reads.text(text, ReferenceFileTest::build));
  }

  /** The files of certificates that examples name are those of their users. */
  private static Configuration build(Section top) {
    return Configuration.build(top, TlsReader.WITHOUT_FILES);
  }
}
