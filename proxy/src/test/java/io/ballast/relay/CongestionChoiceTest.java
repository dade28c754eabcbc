package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sockets are given, by what the system has; and what is said of a name that it has not. */
final class CongestionChoiceTest {
  private static final CongestionControl RENO = new CongestionControl("reno");
  private static final InetAddress LOOPBACK = address("127.0.0.1");
  private static final List<String> LOADED = List.of("reno", "bbr", "cubic");

  private static InetAddress address(String literal) {
    return new InetSocketAddress(literal, 0).getAddress();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "bbr, cubic, 127.0.0.1, cubic",
        "bbr, cubic, 127.8.9.1, cubic",
        "bbr, cubic, ::1, cubic",
        "bbr2, reno, 127.0.0.1, reno",
        "bbr, -, 127.0.0.1, -",
        "bbr, cubic, 0.0.0.0, -",
        "bbr, cubic, ::, -",
        "bbr, cubic, 10.0.0.1, -",
        "bbr, cubic, 2001:db8::1, -",
        "cubic, -, 127.0.0.1, -",
        "htcp, -, 127.0.0.1, -",
        "-, -, 127.0.0.1, -"
      })
  void autoReplacesOnlyWhatPacesAndOnlyOnLoopback(
      String system, String unpaced, String at, String given) {
    CongestionChoice choice = new CongestionChoice(system, unpaced);
    assertThat(choice.toNode(CongestionControl.AUTO, address(at))).isEqualTo(given);
    assertThat(new ListeningCongestion(system).next(choice, CongestionControl.AUTO, address(at)))
        .isEqualTo(given);
  }

  @Test
  void nameIsGivenEverywhere() {
    for (CongestionChoice choice :
        List.of(CongestionChoice.NONE, new CongestionChoice("bbr", "cubic"))) {
      assertThat(choice.toNode(RENO, LOOPBACK)).isEqualTo("reno");
      assertThat(choice.toNode(RENO, address("192.0.2.1"))).isEqualTo("reno");
    }
  }

  @Test
  void listeningSocketGetsItsOwnBack() {
    CongestionChoice choice = new CongestionChoice("htcp", null);
    ListeningCongestion listening = new ListeningCongestion("vegas");
    assertThat(listening.next(choice, CongestionControl.AUTO, LOOPBACK)).isNull();
    assertThat(listening.next(choice, RENO, LOOPBACK)).isEqualTo("reno");
    assertThat(listening.next(choice, CongestionControl.AUTO, LOOPBACK)).isEqualTo("vegas");
  }

  @Test
  void whatWhoeverOpenedTheSocketChoseIsLeft() {
    CongestionChoice choice = new CongestionChoice("bbr", "cubic");
    assertThat(new ListeningCongestion("reno").next(choice, CongestionControl.AUTO, LOOPBACK))
        .isNull();
  }

  @Test
  void namesGoToTheSystemAndBack() {
    for (String name : List.of("bbr", "fifteen_letters")) {
      assertThat(CongestionAlgorithms.bytes(name).remaining())
          .isEqualTo(CongestionAlgorithms.TCP_CA_NAME_MAX);
      assertThat(CongestionAlgorithms.name(CongestionAlgorithms.bytes(name))).isEqualTo(name);
    }
  }

  @Test
  void algorithmThatIsNotLoadedIsSaidWithThoseThatAre() {
    assertThat(CongestionAlgorithms.rule("vegas", "No such file or directory", LOADED, LOADED))
        .isEqualTo(
            "the system has no such algorithm; choose one of reno, bbr, cubic"
                + " (net.ipv4.tcp_available_congestion_control), or load it: modprobe tcp_vegas");
  }

  @Test
  void algorithmThatIsNotAllowedIsSaidWithThoseThatAre() {
    assertThat(
            CongestionAlgorithms.rule(
                "bbr", "Operation not permitted", LOADED, List.of("reno", "cubic")))
        .isEqualTo(
            "only processes with CAP_NET_ADMIN may use it; choose one of reno, cubic, or add it to"
                + " net.ipv4.tcp_allowed_congestion_control");
  }

  @Test
  void otherRefusalIsSaidInTheSystemsWords() {
    for (List<String> known : List.of(LOADED, List.<String>of())) {
      assertThat(CongestionAlgorithms.rule("bbr", "Device or resource busy", known, known))
          .isEqualTo("the system refuses it (Device or resource busy); choose another, or auto");
    }
  }
}
