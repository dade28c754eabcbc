package io.ballast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConversationTest {
  private final Conversation conversation = new Conversation("phone-7", 0);

  @Test
  void requestsAreNumberedFromOne() {
    assertThat(conversation.hello()).isEqualTo("HELLO phone-7");
    assertThat(conversation.next()).isEqualTo("MSG phone-7 1");
    assertThat(conversation.next()).isEqualTo("MSG phone-7 2");
  }

  @Test
  void paddedRequestHasThatManyBytesBehindItsNumber() {
    Conversation padded = new Conversation("a", 10);

    assertThat(padded.next()).hasSize("MSG a 1".length() + 10);
    assertThat(padded.hear("n " + new Conversation("a", 10).next())).isEqualTo(Reply.ANSWERED);
  }

  @Test
  void answersInOrderAreAnswers() {
    conversation.next();
    conversation.next();

    assertThat(conversation.hear("n1 HELLO phone-7")).isEqualTo(Reply.GREETED);
    assertThat(conversation.hear("n1 MSG phone-7 1")).isEqualTo(Reply.ANSWERED);
    assertThat(conversation.hear("n1 MSG phone-7 2")).isEqualTo(Reply.ANSWERED);
    assertThat(conversation.node()).isEqualTo("n1");
    assertThat(conversation.waiting()).isZero();
  }

  @Test
  void answerHeardTwiceIsDoubled() {
    conversation.next();
    conversation.hear("n1 MSG phone-7 1");

    assertThat(conversation.hear("n1 MSG phone-7 1")).isEqualTo(Reply.DOUBLED);
  }

  @Test
  void answerAfterALaterOneIsReordered() {
    conversation.next();
    conversation.next();

    assertThat(conversation.hear("n1 MSG phone-7 2")).isEqualTo(Reply.ANSWERED);
    assertThat(conversation.waiting()).isOne();
    assertThat(conversation.hear("n1 MSG phone-7 1")).isEqualTo(Reply.REORDERED);
    assertThat(conversation.end()).isZero();
  }

  @Test
  void answerPassedOverIsLostWhenTheConnectionEnds() {
    conversation.next();
    conversation.next();
    conversation.hear("n1 MSG phone-7 2");

    assertThat(conversation.end()).isOne();
    assertThat(conversation.unanswered()).isZero();
  }

  @Test
  void requestWithoutAnAnswerIsSaidAgainOnTheNextConnection() {
    conversation.next();
    conversation.next();
    conversation.hear("n1 MSG phone-7 1");

    assertThat(conversation.end()).isZero();
    assertThat(conversation.unanswered()).isOne();
    assertThat(conversation.repeats()).isTrue();
    assertThat(conversation.next()).isEqualTo("MSG phone-7 2");
    assertThat(conversation.repeats()).isFalse();
    assertThat(conversation.hear("n2 MSG phone-7 2")).isEqualTo(Reply.ANSWERED);
  }

  @Test
  void whatWasNotAskedIsForeign() {
    conversation.next();

    assertThat(conversation.hear("n1 MSG phone-7 2")).isEqualTo(Reply.FOREIGN);
    assertThat(conversation.hear("n1 MSG phone-8 1")).isEqualTo(Reply.FOREIGN);
    assertThat(conversation.hear("n1 MSG phone-7 1x")).isEqualTo(Reply.FOREIGN);
    assertThat(conversation.hear("n1 MSG phone-7 01")).isEqualTo(Reply.FOREIGN);
    assertThat(conversation.hear("nonsense")).isEqualTo(Reply.FOREIGN);
    assertThat(conversation.hear("")).isEqualTo(Reply.FOREIGN);
  }
}
