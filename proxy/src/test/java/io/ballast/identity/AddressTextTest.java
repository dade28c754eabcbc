package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressTextTest {
  @Test
  void everyFormOfAnAddressIsReadAsTheLibraryReadsIt() throws UnknownHostException {
    long seed = 2373;
    System.out.println("addresses from seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      String text = ipv6(random);
      byte[] expected = InetAddress.getByName(text).getAddress();

      byte[] read = AddressText.ipv6(text);

      assertThat(read).as(text).isNotNull();
      assertThat(InetAddress.getByAddress(read).getAddress()).as(text).isEqualTo(expected);
    }
  }

  @Test
  void damagedAddressesAreReadAsTheLibraryReadsThemOrRefused() throws UnknownHostException {
    long seed = 4291;
    System.out.println("damaged addresses from seed " + seed);
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(ipv6(random));
      text.setCharAt(
          random.nextInt(text.length()), "0123456789abcdefF:.:".charAt(random.nextInt(20)));
      byte[] read = AddressText.ipv6(text.toString());
      if (read == null) {
        refused++;
      } else {
        assertThat(InetAddress.getByAddress(read))
            .isEqualTo(InetAddress.getByName(text.toString()));
      }
    }
    assertThat(refused).isBetween(500, 19_500);
  }

  @Test
  void ipv4AddressesAreReadAsTheyAreWritten() throws UnknownHostException {
    Random random = new Random(791);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[4];
      random.nextBytes(bytes);

      assertThat(AddressText.ipv4(InetAddress.getByAddress(bytes).getHostAddress()))
          .isEqualTo(bytes);
    }
  }

  /** Eight groups, some left out for a double colon, the last two perhaps as an IPv4 address. */
  private static String ipv6(Random random) {
    boolean ipv4 = random.nextInt(4) == 0;
    int groups = ipv4 ? 6 : 8;
    int gap = random.nextInt(2 * groups);
    int left = gap < groups ? random.nextInt(groups - gap) : 0;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < groups; i++) {
      if (i == gap) {
        text.append(text.length() == 0 ? "::" : ":");
        i += left;
        continue;
      }
      String group = Integer.toHexString(random.nextInt(0x10000));
      text.append(random.nextBoolean() ? group.toUpperCase(Locale.ROOT) : group);
      text.append(i < 7 ? ":" : "");
    }
    if (ipv4) {
      text.append("192.0.2.").append(random.nextInt(256));
    }
    return text.toString();
  }
}
