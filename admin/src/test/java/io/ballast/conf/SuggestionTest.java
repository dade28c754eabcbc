package io.ballast.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> KEYS = List.of("weight", "max-sessions", "zone", "on", "rise");

  @Test
  void aSlipIsOneLetterMoreLessOtherOrSwapped() {
    assertThat(Suggestion.slips("weight", "weight")).isZero();
    assertThat(Suggestion.slips("weight", "weigth")).isEqualTo(1);
    assertThat(Suggestion.slips("weight", "weigh")).isEqualTo(1);
    assertThat(Suggestion.slips("weight", "wweight")).isEqualTo(1);
    assertThat(Suggestion.slips("weight", "waight")).isEqualTo(1);
    assertThat(Suggestion.slips("", "abc")).isEqualTo(3);
  }

  @Test
  void theNearestWordIsSuggested() {
    assertThat(Suggestion.nearest("weigth", KEYS)).contains("weight");
    assertThat(Suggestion.nearest("MaxSessions", KEYS)).contains("max-sessions");
    assertThat(Suggestion.nearest("max_session", KEYS)).contains("max-sessions");
  }

  @Test
  void nothingIsSuggestedThatIsNotNear() {
    assertThat(Suggestion.nearest("colour", KEYS)).isEmpty();
    assertThat(Suggestion.nearest("of", KEYS)).isEmpty();
    assertThat(Suggestion.nearest("", KEYS)).isEmpty();
  }
}
