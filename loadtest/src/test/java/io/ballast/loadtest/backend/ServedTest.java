package io.ballast.loadtest.backend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServedTest {
  private final Served served = new Served();

  @Test
  void requestsInOrderAreClean() {
    served.served("n1", "HELLO a");
    served.served("n1", "MSG a 1");
    served.served("n2", "MSG a 2 padding");
    served.served("n2", "MSG b 1");

    assertThat(served.isClean()).isTrue();
    assertThat(served.report())
        .map(Object::toString)
        .containsExactly(
            "{\"type\":\"served\",\"once\":3,\"again\":0,\"leftOut\":0,\"malformed\":0}",
            "{\"type\":\"node\",\"node\":\"n1\",\"greetings\":1,\"requests\":1}",
            "{\"type\":\"node\",\"node\":\"n2\",\"greetings\":0,\"requests\":2}");
  }

  @Test
  void requestServedOnTwoNodesIsServedAgain() {
    served.served("n1", "MSG a 1");
    served.served("n2", "MSG a 1");

    assertThat(served.again()).isOne();
    assertThat(served.isClean()).isFalse();
  }

  @Test
  void numberThatIsPassedOverIsLeftOut() {
    served.served("n1", "MSG a 1");
    served.served("n1", "MSG a 4");

    assertThat(served.isClean()).isFalse();
    assertThat(served.report().get(0).toString()).contains("\"leftOut\":2");
  }

  @Test
  void whatIsNoRequestIsMalformed() {
    served.served("n1", "MSG a x");
    served.served("n1", "MSG a");
    served.served("n1", "");
    served.served("n1", "MSG a 0");

    assertThat(served.report().get(0).toString()).contains("\"malformed\":4");
  }

  @Test
  void markCountsAnewAndStillKnowsWhatWasServed() {
    served.served("n1", "MSG a 1");
    served.served("n1", "MSG a 1");
    served.mark();
    assertThat(served.isClean()).isTrue();

    served.served("n1", "MSG a 1");
    assertThat(served.again()).isOne();
  }
}
