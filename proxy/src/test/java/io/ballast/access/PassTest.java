package io.ballast.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Network;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PassTest {
  private static final long NOW = 1_000_000_000L;

  private static Admission limited(LimitSettings limits) {
    return new Admission(AccessSettings.EVERYWHERE, limits, NOW);
  }

  private static InetAddress client(int number) {
    return Network.address("192.0.2." + number).orElseThrow();
  }

  private static Verdict admit(Pass pass, int client) {
    Verdict verdict = pass.admitSource(client(client));
    return verdict == Verdict.ADMITTED ? pass.admitConnection(NOW) : verdict;
  }

  private static Verdict admit(Admission admission, int client) {
    Pass pass = admission.pass();
    Verdict verdict = admit(pass, client);
    if (verdict != Verdict.ADMITTED) {
      pass.release();
    }
    return verdict;
  }

  @Test
  void sourceMattersWhereNetworksOrItsConnectionsAreLimited() {
    List<Network> some = List.of(Network.parse("192.0.2.0/24"));
    LimitSettings unlimited = new LimitSettings(0, 0, 0, 0, 0);
    assertThat(limited(new LimitSettings(9, 0, 9, 9, 0)).pass().looksAtSource()).isFalse();
    assertThat(limited(new LimitSettings(0, 1, 0, 0, 0)).pass().looksAtSource()).isTrue();
    assertThat(limited(new LimitSettings(0, 0, 0, 0, 1)).pass().looksAtSource()).isTrue();
    for (AccessSettings access :
        List.of(new AccessSettings(some, List.of()), new AccessSettings(List.of(), some))) {
      assertThat(new Admission(access, unlimited, NOW).pass().looksAtSource()).isTrue();
    }
  }

  @Test
  void refusedConnectionTakesNothingOfTheRate() {
    Admission admission = limited(new LimitSettings(1, 0, 2, 0, 0));
    Pass first = admission.pass();
    assertThat(admit(first, 1)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, 2)).isEqualTo(Verdict.TOO_MANY_SESSIONS);
    first.release();
    assertThat(admit(admission, 3)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void connectionIsUnidentifiedUntilItsSetIsKnown() {
    Admission admission = limited(new LimitSettings(0, 0, 0, 0, 1));
    Pass first = admission.pass();
    assertThat(admit(first, 1)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, 1)).isEqualTo(Verdict.TOO_MANY_UNIDENTIFIED);
    first.identified();
    assertThat(admit(admission, 1)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void lastingConnectionIsCountedUntilItIsReleased() {
    Admission admission = limited(new LimitSettings(1, 0, 0, 0, 1));
    Pass pass = admission.pass();
    admit(pass, 1);
    pass.identified();
    Admitted lasting = pass.lasting();
    assertThat(admit(admission, 2)).isEqualTo(Verdict.TOO_MANY_SESSIONS);
    lasting.release();
    assertThat(admission.connections()).isZero();
    assertThat(admit(admission, 2)).isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void lastingConnectionsThatCountBySourceGiveTheirSourceBack() {
    Admission admission = limited(new LimitSettings(0, 1, 0, 0, 0));
    Pass pass = admission.pass();
    admit(pass, 1);
    pass.identified();
    Admitted lasting = pass.lasting();
    assertThat(admit(admission, 1)).isEqualTo(Verdict.TOO_MANY_OF_SOURCE);
    lasting.release();
    assertThat(admission.connections()).isZero();
    assertThat(admission.countedSources()).isZero();
  }

  @Test
  void lastingConnectionsThatNeedNoMoreShareOneObject() {
    Admission admission = limited(LimitSettings.NONE);
    Pass first = admission.pass();
    Pass second = admission.pass();
    admit(first, 1);
    admit(second, 2);
    first.identified();
    assertThat(second.lasting()).as("not identified yet").isSameAs(second);
    second.identified();
    assertThat(first.lasting()).isSameAs(second.lasting());
  }

  @Test
  void releasingTwiceGivesBackOnce() {
    Admission admission = limited(new LimitSettings(2, 2, 0, 2, 2));
    Pass first = admission.pass();
    Pass second = admission.pass();
    admit(first, 1);
    admit(second, 1);
    first.release();
    first.release();
    assertThat(admission.connections()).isOne();
    assertThat(admission.unidentified()).isOne();
  }

  @Test
  void networkThatIsAllowedAndDeniedIsDenied() {
    AccessSettings access =
        new AccessSettings(
            List.of(Network.parse("192.0.2.0/24")), List.of(Network.parse("192.0.2.8/29")));
    Admission admission = new Admission(access, LimitSettings.NONE, NOW);
    assertThat(admit(admission, 1)).isEqualTo(Verdict.ADMITTED);
    assertThat(admit(admission, 9)).isEqualTo(Verdict.DENIED);
    assertThat(admission.pass().admitSource(Network.address("198.51.100.1").orElseThrow()))
        .isEqualTo(Verdict.DENIED);
  }

  @Test
  void nothingIsLeftOfConnectionsThatHaveEnded() {
    long seed = 20;
    Random random = new Random(seed);
    Admission admission = limited(new LimitSettings(30, 5, 0, 20, 3));
    List<Pass> live = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      int step = random.nextInt(3);
      if (step == 0) {
        Pass pass = admission.pass();
        if (admit(pass, random.nextInt(9)) == Verdict.ADMITTED) {
          live.add(pass);
        } else {
          pass.release();
        }
      } else if (!live.isEmpty()) {
        int chosen = random.nextInt(live.size());
        if (step == 1) {
          live.get(chosen).identified();
        } else {
          live.remove(chosen).release();
        }
      }
      assertThat(admission.connections()).as("seed %d, step %d", seed, i).isEqualTo(live.size());
    }
    live.forEach(Pass::release);
    assertThat(admission.connections()).isZero();
    assertThat(admission.unidentified()).isZero();
    assertThat(admission.countedSources()).isZero();
  }
}
