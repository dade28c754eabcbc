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
    IntStream.range(from, to).forEach(i -> add(new Numbered(i)));
  }

  private void add(Beginning next) {
    budget.waits();
    beginnings.add(next);
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
    add(
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
  void faultOfOneThatIsTurnedAwayIsNotThatOfTheNext() {
    add(0, 32);
    add(
        new Numbered(32) {
          @Override
          public void turnAway(CloseReason reason) {
            throw new IllegalArgumentException("a fault that the test makes");
          }
        });
    add(33, 35);

    beginnings.turnAway(CloseReason.SHUTDOWN);

    assertThat(turnedAway).containsExactly(33, 34);
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void thoseThatComeWhenTheLoopHasEndedAreTurnedAway() {
    add(0, 33);

    beginnings.end();
    add(33, 35);

    assertThat(begun).isEqualTo(numbers(0, 32));
    assertThat(turnedAway).containsExactly(32, 33, 34);
  }

  @Test
  void moreThanCanBeginAreAcceptedWhileThereAreDescriptorsForThem() {
    add(0, 32 + 99);
    assertThat(beginnings.mayAccept(511, true)).isTrue();
    assertThat(beginnings.mayAccept(0, true)).isTrue();

    add(131, 132);

    assertThat(beginnings.mayAccept(0, true)).isFalse();
    beginnings.endRound();
    assertThat(beginnings.mayAccept(0, true)).isTrue();
  }

  @Test
  void withoutDescriptorsAsManyAreAcceptedAsBegin() {
    IntStream.range(0, 100).forEach(i -> budget.enter());

    assertThat(beginnings.mayAccept(31, true)).isTrue();
    assertThat(beginnings.mayAccept(32, true)).isFalse();
    add(0, 63);
    assertThat(beginnings.mayAccept(0, true)).isTrue();
    add(63, 64);
    assertThat(beginnings.mayAccept(0, true)).isFalse();
    beginnings.endRound();
    assertThat(beginnings.mayAccept(0, true)).isTrue();
  }

  @Test
  void listenerThatMayNotAcceptAheadAcceptsAsManyAsBegin() {
    assertThat(beginnings.mayAccept(31, false)).isTrue();
    assertThat(beginnings.mayAccept(32, false)).isFalse();

    add(0, 64);

    assertThat(beginnings.mayAccept(0, false)).isFalse();
  }

  @Test
  void thoseThatWaitOnOtherLoopsCountToo() {
    IntStream.range(0, 32).forEach(i -> budget.waits());

    assertThat(beginnings.mayAccept(0, false)).isFalse();
    assertThat(beginnings.mayAccept(0, true)).isTrue();
  }

  @Test
  void noMoreAreAcceptedWhenThousandsWait() {
    DescriptorBudget large = DescriptorBudgetTest.forSessions(1_000_000);
    Beginnings roomy = new Beginnings(large);
    IntStream.range(1, Beginnings.MOST_WAITING).forEach(i -> large.waits());
    assertThat(roomy.mayAccept(0, true)).isTrue();

    large.waits();

    assertThat(roomy.mayAccept(0, true)).isFalse();
  }
}
