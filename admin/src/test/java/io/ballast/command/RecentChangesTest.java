package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentChangesTest {
  private final Audit audit = new Audit(() -> 42);

  private void change(String what) {
    Caller caller = new Caller("192.0.2.1:5", "192.0.2.1", true);
    Arguments none = new Arguments(Usage.of("X", "", "x"), List.of());
    audit.changed(new Request(caller, "phones", none, audit), what);
  }

  @Test
  void aChangeIsKeptWithWhenAndByWhom() {
    change("weight of é: 1 -> 2");
    assertThat(audit.recent())
        .containsExactly(
            new Audit.Entry(42, "phones", "192.0.2.1:5", "weight of \\xc3\\xa9: 1 -> 2"));
  }

  @Test
  void onlyTheLastChangesAreKeptTheLatestFirst() {
    for (int i = 0; i < Audit.KEPT + 3; i++) {
      change("change " + i);
    }
    assertThat(audit.recent()).hasSize(Audit.KEPT);
    assertThat(audit.recent().get(0).change()).isEqualTo("change " + (Audit.KEPT + 2));
    assertThat(audit.count()).isEqualTo(Audit.KEPT + 3);
  }
}
