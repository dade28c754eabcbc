package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.SetId;
import io.ballast.identity.Identification.Identified;
import io.ballast.identity.Identification.Malformed;

/** Answers that tests expect. */
final class Answers {
  private Answers() {}

  /** A set with this identity, or none if the word is NONE. */
  static Identification of(String identity) {
    return identity.equals("NONE") ? Identification.NONE : new Identified(SetId.of(identity));
  }

  /** The problem of an answer that has to be malformed. */
  static String problem(Identification answer) {
    assertThat(answer).isInstanceOf(Malformed.class);
    return ((Malformed) answer).problem();
  }

  /** The problem of an answer that has to be malformed. */
  static String problem(ProxyDecoding answer) {
    assertThat(answer).isInstanceOf(ProxyDecoding.Malformed.class);
    return ((ProxyDecoding.Malformed) answer).problem();
  }
}
