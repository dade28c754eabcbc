package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a text that the parser does not take. */
class SyntaxTest {
  private static List<Problem> problems(String text) {
    Outcome<Integer> outcome = new ConfigurationFile(Map.of()).read("x.conf", text, section -> 1);
    return outcome instanceof Outcome.Rejected<Integer> rejected ? rejected.problems() : List.of();
  }

  /** A text, in which {@code ~} is a line end, and what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "ballast {~ a = \"abc~ b = 2~} | 2: a text in double quotes goes on beyond its line",
        "ballast {~ \"a = 4~} | 2: a text in double quotes goes on beyond its line: end it",
        "ballast {~ a = \"^HELLO \\S+\"~} | 2: \\S means nothing in a text in double quotes: write \\\\S",
        "ballast {~ a = \"\\u12\"~} | 2: \\u in a text in double quotes is not followed by four",
        "ballast {~ a = \"x\u0001y\"~} | 2: a text in double quotes holds the control character 0x1",
        "ballast {~ a = $HOME~} | 2: a $ stands alone: write ${NAME} for a substitution",
        "ballast {~ a + = 2~} | 2: a + stands alone: write += without a space",
        "ballast {~ include more.conf~} | 2: an include does not name its file in double quotes",
        "[1, 2] | 1: the file is a list: it has to be an object, such as ballast { … }",
        "ballast {~ a = 1~}~}~ | 4: this } closes nothing: take it out, or open what it is to close",
        "ballast {~ a = [1, 2~ b = 3~} | 3: the list is not closed before this =: close it with ]",
        "ballast {~ a = [1, 2}~} | 2: the list is not closed before this }: close it with ]",
        "ballast {~ a = x@y~} | 2: a @ may not stand outside of double quotes: put the whole text",
        "ballast {~ a = *~} | 2: a * may not stand outside of double quotes",
        "ballast {~ a = \\x~} | 2: a \\ may not stand outside of double quotes",
        "ballast {~ bind = 127.0.0.1:6800~} | 2: a : is not expected here: put a text that holds one in",
        "ballast:~  a:~    b: 1~ | 2: a : is not expected here",
        "ballast {~ a =~} | 3: there is no value before '}': write one, or take the key out",
        "ballast {~ a = , b = 2~} | 2: there is no value before ',': write one",
        "ballast {~ clusters~ a = 1~} | 3: the key clusters has no value: write clusters = value, or",
        "ballast {~ a = ${b~} | 2: the file ends before all is closed: look for a ${, a { or a [",
        "ballast {~ a = ${b~}~ | 3: the file ends before all is closed: look for a ${",
        "ballast {~ = 5~} | 2: a key is expected, and not this =: write the key before it",
        "{\"ballast\": {\"a\": 1,, \"b\": 2}} | 1: a key is expected, and not this ,: write the key",
        "ballast {~ a..b = 1~} | 2: a key has an empty part: take out the period that is too many",
        "ballast {~ a = [1] {b = 2}~} | 2: a list or an object stands beside another value",
        "ballast {~ a = ${ballast.b}~ b = ${ballast.a}~} | 3: ${ballast.a} is made of itself, by way",
        "ballast {~ a {~ | 3: the file ends, and what is opened on line 2 is not closed",
      })
  void theFaultIsSaidWithItsRuleAndARemedy(String text, String said) {
    List<Problem> problems = problems(text.replace('~', '\n'));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).toString())
        .startsWith("x.conf:" + said)
        .doesNotContain("token", "JSON", "xpecting", "properties", "if you intended");
  }

  @Test
  void whatIsNotKnownIsSaidInTheParsersWordsAndWithARemedy() {
    assertThat(Syntax.explain("odd thing here (if you intended that, do something else)"))
        .isEqualTo("this is not HOCON: odd thing here: look for a missing quote, brace or comma");
  }
}
