package io.ballast.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingHashTest {
  static List<String[]> vectors() {
    return PublishedFigures.hashes();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void hashIsThePublishedOne(String text, String hex) {
    int expected = Integer.parseUnsignedInt(hex, 16);

    assertThat(RingHash.hash(text)).isEqualTo(expected);
    assertThat(RingHash.hash(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "näher", "日本", "plain then ü", "\ud83d\ude80", "\u007f\u0080"})
  void textIsHashedAsItsUtf8Bytes(String text) {
    assertThat(RingHash.hash(text)).isEqualTo(RingHash.hash(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void partOfAnArrayIsHashedAsIfItStoodAlone() {
    byte[] bytes = {9, 'f', 'o', 'o', (byte) 0xff, 9};

    assertThat(RingHash.hash(bytes, 1, 4))
        .isEqualTo(RingHash.hash(new byte[] {'f', 'o', 'o', (byte) 0xff}));
    assertThat(RingHash.hash(bytes, 6, 0)).isEqualTo(RingHash.hash(""));
  }

  @Test
  void rangeOutsideOfTheArrayIsRefused() {
    assertThatThrownBy(() -> RingHash.hash(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> RingHash.hash(new byte[4], 2, Integer.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
