package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.fuzz.Hex;
import io.ballast.identity.Identification.Malformed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MqttClientIdSourceTest {
  private static final int LAST_BEFORE_WILL = 26;

  private final PeekRules<Identification> mqtt = PeekRules.of(new MqttClientIdSource());

  static List<Captures.Capture> captures() {
    return Captures.of("mqtt");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void realClientsAndBridgesAreKnownHoweverTheirBytesCome(Captures.Capture capture) {
    assertThat(mqtt.everySplit(capture.bytes())).isEqualTo(Answers.of(capture.answer()));
  }

  @Test
  void clientIdIsToldBeforeALargeWillHasCome() {
    Bytes will = new Bytes().sized16(new Bytes().text("gone")).sized16(new Bytes().fill(60_000, 7));
    byte[] bytes = new ConnectPacket().flags(ConnectPacket.WILL).behind(will).array();

    assertThat(mqtt.ask(bytes, LAST_BEFORE_WILL - 2, 0)).isEqualTo(Answers.of("sensor-1"));
  }

  @Test
  void propertiesArePassedOverByTheirLength() {
    Bytes properties = new Bytes().u8(0x26).sized16(new Bytes().text("client")).fill(300, 0xff);

    assertThat(mqtt.everySplit(new ConnectPacket().v5(properties).array()))
        .isEqualTo(Answers.of("sensor-1"));
  }

  @Test
  void generatedPacketsAreReadWhateverTheirParts() {
    long seed = 1883;
    System.out.println("generated CONNECT packets from seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      String id = random.nextInt(8) == 0 ? "" : "säte-" + "x".repeat(random.nextInt(1000));
      boolean userName = random.nextBoolean();
      Bytes behind = new Bytes();
      if (userName) {
        behind.sized16(new Bytes().text("user")).sized16(new Bytes().fill(random.nextInt(99), 0));
      }
      ConnectPacket packet =
          new ConnectPacket()
              .flags(userName ? ConnectPacket.USER_NAME | ConnectPacket.PASSWORD : 0)
              .clientId(id)
              .behind(behind);
      switch (random.nextInt(3)) {
        case 0 -> packet.protocol("MQIsdp", 3);
        case 1 -> packet.v5(new Bytes().fill(random.nextInt(400), i));
        default -> packet.protocol("MQTT", 4);
      }

      assertThat(mqtt.someSplits(packet.array(), random))
          .isEqualTo(Answers.of(id.isEmpty() ? "NONE" : id));
    }
  }

  @Test
  void emptyClientIdNamesNoSet() {
    assertThat(mqtt.everySplit(new ConnectPacket().clientId("").array()))
        .isEqualTo(Identification.NONE);
  }

  @Test
  void clientIdMayHaveAnyUtf8() {
    assertThat(mqtt.everySplit(new ConnectPacket().clientId("täst 日本 \ud83d\ude80").array()))
        .isEqualTo(Answers.of("täst 日本 \ud83d\ude80"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "61 00",
        "61 0a",
        "61 7f",
        "1b 5b", // C0 and DEL
        "c2 80",
        "c2 9f", // C1
        "c0 80",
        "e0 80 af", // longer than needed
        "ed a0 80", // a surrogate
        "ff",
        "e2 82",
        "f4 90 80 80" // no UTF-8
      })
  void clientIdWithControlCharactersOrNoUtf8IsMalformed(String hex) {
    byte[] bytes = new ConnectPacket().clientId(new Bytes().raw(Hex.bytes(hex))).array();

    assertThat(mqtt.everySplit(bytes)).isInstanceOf(Malformed.class);
  }

  @Test
  void firstCharactersBehindC1AreAllowed() {
    assertThat(mqtt.everySplit(new ConnectPacket().clientId("\u00a0\u00bf\u00df").array()))
        .isEqualTo(Answers.of("\u00a0\u00bf\u00df"));
  }

  @Test
  void clientIdOfMoreThanTheLongestIdentityIsMalformed() {
    assertThat(mqtt.everySplit(new ConnectPacket().clientId("a".repeat(1024)).array()))
        .isEqualTo(Answers.of("a".repeat(1024)));
    assertThat(
            Answers.problem(
                mqtt.everySplit(new ConnectPacket().clientId("a".repeat(1025)).array())))
        .contains("1025");
  }

  @ParameterizedTest
  @CsvSource({
    "MQTT, 3",
    "MQTT, 6",
    "MQTT, 133",
    "MQIsdp, 4",
    "MQIsdp, 5",
    "mqtt, 4",
    "AMQP, 4",
    "MQ, 4"
  })
  void unknownProtocolOrLevelIsMalformed(String protocol, int level) {
    byte[] bytes = new ConnectPacket().protocol(protocol, level).array();

    assertThat(mqtt.everySplit(bytes)).isInstanceOf(Malformed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0x08", "4, 0x01", "4, 0x08", "4, 0x20", "4, 0x1c", "4, 0x40", "5, 0x01", "5, 0x3c"
  })
  void flagsThatBreakARuleAreMalformed(int level, String flags) {
    ConnectPacket packet =
        new ConnectPacket().flags(Integer.decode(flags)).behind(new Bytes().fill(40, 0));
    if (level == 5) {
      packet.v5(new Bytes());
    } else {
      packet.protocol(level == 3 ? "MQIsdp" : "MQTT", level);
    }

    assertThat(Answers.problem(mqtt.everySplit(packet.array()))).contains("connect flags");
  }

  @Test
  void flagsThatOnlyOneVersionAllowsAreAllowedThere() {
    byte[] reserved = new ConnectPacket().protocol("MQIsdp", 3).flags(0x01).array();
    byte[] missingUser = new ConnectPacket().protocol("MQIsdp", 3).flags(0x80).array();
    byte[] passwordAlone =
        new ConnectPacket().v5(new Bytes()).flags(0x40).behind(new Bytes().u16(0)).array();

    assertThat(mqtt.everySplit(reserved)).isEqualTo(Answers.of("sensor-1"));
    assertThat(mqtt.everySplit(missingUser)).isEqualTo(Answers.of("sensor-1"));
    assertThat(mqtt.everySplit(passwordAlone)).isEqualTo(Answers.of("sensor-1"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-13, -9, -4, -1, 1, 100})
  void remainingLengthThatLiesIsMalformed(int surplus) {
    byte[] bytes = new ConnectPacket().surplus(surplus).array();

    assertThat(mqtt.everySplit(bytes)).isInstanceOf(Malformed.class);
  }

  @Test
  void remainingLengthWithoutRoomForWhatTheFlagsAskForIsMalformed() {
    byte[] bytes =
        new ConnectPacket().flags(ConnectPacket.USER_NAME).behind(new Bytes().u8(0)).array();

    assertThat(Answers.problem(mqtt.everySplit(bytes))).contains("ask for 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10 80 80 80 80 01", // a remaining length of five bytes
        "10 20 00 04 4d515454 05 02 003c ff ff ff ff 01" // a length of properties of five bytes
      })
  void variableByteIntegerOfMoreThanFourBytesIsMalformed(String hex) {
    assertThat(Answers.problem(mqtt.everySplit(Hex.bytes(hex)))).contains("4 bytes");
  }

  @Test
  void paddedRemainingLengthIsRead() {
    byte[] bytes = Hex.bytes("10 8f 80 00 0004 4d515454 04 02 003c 0003 616263");

    assertThat(mqtt.everySplit(bytes)).isEqualTo(Answers.of("abc"));
  }

  @Test
  void propertiesLongerThanThePacketAreMalformed() {
    byte[] bytes = Hex.bytes("10 10 0004 4d515454 05 02 003c ff7f 0003 616263");

    assertThat(Answers.problem(mqtt.everySplit(bytes))).contains("properties");
  }

  @ParameterizedTest
  @ValueSource(strings = {"11", "1f", "20", "30", "e0", "16 03 01", "47 45 54"})
  void otherFirstPacketIsMalformed(String hex) {
    assertThat(Answers.problem(mqtt.everySplit(Hex.bytes(hex)))).contains("CONNECT");
  }

  @Test
  void clientIdBehindTheLimitIsMalformed() {
    byte[] bytes = new ConnectPacket().v5(new Bytes().fill(5000, 1)).array();

    assertThat(mqtt.ask(bytes, MqttClientIdSource.MAX_BYTES - 1, 0))
        .isEqualTo(Identification.NEED_MORE);
    assertThat(Answers.problem(mqtt.everySplit(bytes))).contains("4096");
  }
}
