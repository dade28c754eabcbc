package io.ballast.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ballast.ring.RingHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Identities of sets. */
class SetIdTest {
  @Test
  void identityHasOneTo1024Bytes() {
    assertThat(SetId.of(new byte[1]).length()).isEqualTo(1);
    assertThat(SetId.of(new byte[1024]).length()).isEqualTo(1024);
    assertThatIllegalArgumentException().isThrownBy(() -> SetId.of(new byte[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SetId.of(new byte[1025]))
        .withMessageContaining("identity of 1025 bytes")
        .withMessageContaining("1 to 1024");
  }

  @Test
  void bytesAreCopiedBothWays() {
    byte[] bytes = {'a', 'b'};
    SetId set = SetId.of(bytes);
    bytes[0] = 'x';
    set.bytes()[1] = 'y';
    assertThat(set).isEqualTo(SetId.of("ab"));
  }

  @Test
  void placeOnTheRingIsTheHashOfTheBytesAlone() {
    assertThat(SetId.of("key0").ringHash()).isEqualTo(RingHash.hash("key0"));
  }

  @Test
  void everythingButPrintableAsciiIsEscaped() {
    assertThat(SetId.of("a b\n\"\\é~")).hasToString("a\\x20b\\x0a\\x22\\x5c\\xc3\\xa9~");
    assertThat(SetId.of(new byte[] {(byte) 0xff, 0, 0x7f})).hasToString("\\xff\\x00\\x7f");
  }

  @Test
  void orderAndEqualityAreThoseOfTheBytes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] a = bytes(random);
      byte[] b = bytes(random);
      SetId x = SetId.of(a);
      SetId y = SetId.of(b);
      int expected = Integer.signum(Arrays.compareUnsigned(a, b));
      assertThat(Integer.signum(x.compareTo(y))).as("seed %d", seed).isEqualTo(expected);
      assertThat(x.equals(y)).as("seed %d", seed).isEqualTo(expected == 0);
      if (expected == 0) {
        assertThat(x).hasSameHashCodeAs(y);
      }
    }
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(4) * 0x55);
    }
    return bytes;
  }

  @Test
  void textIsForPeopleOnly() {
    assertThat(SetId.of("é".getBytes(StandardCharsets.ISO_8859_1)).text()).isEqualTo("\uFFFD");
  }
}
