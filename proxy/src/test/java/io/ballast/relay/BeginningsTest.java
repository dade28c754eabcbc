package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.relay.Beginnings.Beginning;
import io.ballast.session.CloseReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BeginningsTest {
  /** With descriptors for 100 sessions. */
  private final DescriptorBudget budget = DescriptorBudgetTest.forSessions(100);

  private final Beginnings beginnings = new Beginnings(budget);
  private final List<Integer> begun = new ArrayList<>();
  private final List<Integer> turnedAway = new ArrayList<>();

  private class Numbered implements Beginning {
    private final int number;

    Numbered(int number) {
      this.number = number;
    }

    @Override
    public void begin() {
      begun.add(number);
    }

    @Override
    public void turnAway(CloseReason reason) {
      assertThat(reason).isEqualTo(CloseReason.SHUTDOWN);
      turnedAway.add(number);
    }
  }

  private void add(int from, int to) {
    IntStream.range(from, to).forEach(i -> beginnings.add(new Numbered(i)));
  }

  private static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  @Test
  void asManyAsARoundMayBeginAtOnce() {
    add(0, 32);

    assertThat(begun).isEqualTo(numbers(0, 32));
    assertThat(beginnings.isPending()).isFalse();
  }

  @Test
  void othersBeginInTheRoundsThatFollowInTheirOrder() {
    add(0, 80);
    assertThat(begun).isEqualTo(numbers(0, 32));
    assertThat(beginnings.isPending()).isTrue();

    beginnings.endRound();
    assertThat(begun).isEqualTo(numbers(0, 64));
    add(80, 90);
    assertThat(begun).isEqualTo(numbers(0, 64));

    beginnings.endRound();
    assertThat(begun).isEqualTo(numbers(0, 90));
    assertThat(beginnings.isPending()).isFalse();
    add(90, 122);
    assertThat(begun).isEqualTo(numbers(0, 122));
  }

  @Test
  void faultOfOneIsNotThatOfTheNext() {
    add(0, 32);
    beginnings.add(
        new Numbered(32) {
          @Override
          public void begin() {
            throw new IllegalArgumentException("a fault that the test makes");
          }
        });
    add(33, 35);

    beginnings.endRound();

    assertThat(begun).endsWith(31, 33, 34).hasSize(34);
  }

  @Test
  void thoseThatWaitAreTurnedAwayAndNoOther() {
    add(0, 40);

    beginnings.turnAway(CloseReason.SHUTDOWN);
    beginnings.endRound();

    assertThat(begun).isEqualTo(numbers(0, 32));
    assertThat(turnedAway).isEqualTo(numbers(32, 40));
    assertThat(beginnings.isPending()).isFalse();
  }

  @Test
  void noMoreThanCanBeginAreAcceptedWithoutDescriptorsForThem() {
    add(0, 131);
    assertThat(beginnings.mayAccept(32)).isTrue();

    add(131, 132);

    assertThat(beginnings.mayAccept(31)).isTrue();
    assertThat(beginnings.mayAccept(32)).isFalse();
    beginnings.endRound();
    assertThat(beginnings.mayAccept(32)).isTrue();
  }

  @Test
  void noMoreThanCanBeginAreAcceptedWhenThousandsWait() {
    Beginnings roomy = new Beginnings(DescriptorBudgetTest.forSessions(1_000_000));
    IntStream.range(0, 32 + 8191).forEach(i -> roomy.add(new Numbered(i)));
    assertThat(roomy.mayAccept(32)).isTrue();

    roomy.add(new Numbered(0));

    assertThat(roomy.mayAccept(31)).isTrue();
    assertThat(roomy.mayAccept(32)).isFalse();
  }
}
