package io.ballast.identity;

import io.ballast.cluster.Origin;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;

/**
 * The identity is the client identifier of an MQTT CONNECT packet, of MQTT 3.1 ({@code MQIsdp},
 * level 3), 3.1.1 (level 4) or 5.0 (level 5). It is told as soon as it is complete, since a large
 * will may stand behind it. An empty one, for which the broker makes one up, names no set.
 */
final class MqttClientIdSource implements IdentitySource {
  /** The most bytes that are looked at. */
  static final int MAX_BYTES = 4096;

  private static final int CONNECT = 1;
  private static final String NAME = "CONNECT packet";
  private static final String NAME_3_1 = "MQIsdp";
  private static final String NAME_SINCE_3_1_1 = "MQTT";
  private static final int LEVEL_3_1 = 3;
  private static final int LEVEL_3_1_1 = 4;
  private static final int LEVEL_5 = 5;

  /** Mosquitto's bridges set this bit of the level to 3.1 and 3.1.1 brokers. */
  private static final int BRIDGE = 0x80;

  private static final int RESERVED = 0x01;
  private static final int WILL = 0x04;
  private static final int WILL_QOS = 0x18;
  private static final int WILL_RETAIN = 0x20;
  private static final int PASSWORD = 0x40;
  private static final int USER_NAME = 0x80;

  @Override
  public Identification identify(Origin origin, ByteBuffer bytes) {
    Peek seen = Peek.of(bytes, MAX_BYTES);
    if (!seen.has(1)) {
      return Identification.NEED_MORE;
    }
    int first = seen.u8(0);
    if (first != CONNECT << 4) {
      return new Malformed(
          "first byte 0x%02x: an MQTT client starts with a CONNECT packet, 0x10, all of whose flags are 0"
              .formatted(first));
    }
    Identification told = inPacket(seen);
    if (told == Identification.NEED_MORE && seen.has(MAX_BYTES)) {
      return new Malformed("no whole client identifier in the first " + MAX_BYTES + " bytes");
    }
    return told;
  }

  private static Identification inPacket(Peek seen) {
    FieldReader in = new FieldReader(seen, NAME, 1, Integer.MAX_VALUE);
    int remaining = in.variable("remaining length");
    if (remaining < 0) {
      return in.outcome();
    }
    in.endsIn(remaining);
    int level = level(in);
    if (level < 0 || !in.has("connect flags", 1)) {
      return in.outcome();
    }
    int flags = in.u8();
    String problem = flagsProblem(level, flags);
    if (problem != null) {
      return in.malformed("connect flags 0x%02x: %s".formatted(flags, problem));
    }
    if (!in.has("keep alive", 2)) {
      return in.outcome();
    }
    in.skip(2);
    if (level == LEVEL_5) {
      int properties = in.variable("length of properties");
      if (properties < 0 || !in.has("properties", properties)) {
        return in.outcome();
      }
      in.skip(properties);
    }
    int length = in.length("client identifier", 2);
    if (length < 0) {
      return in.outcome();
    }
    byte[] clientId = in.bytes(length);
    int behind = leastBehind(level, flags);
    boolean nothingBehind = (flags & (WILL | USER_NAME | PASSWORD)) == 0;
    if (in.left() < behind || (nothingBehind && in.left() > 0)) {
      return in.malformed(
          "%d bytes behind the client identifier: the connect flags ask for %s"
              .formatted(in.left(), nothingBehind ? "none" : behind + " or more"));
    }
    return length == 0
        ? Identification.NONE
        : IdentityBytes.UTF_8.identification("client identifier", clientId);
  }

  /** The protocol level without the bridges' bit, or -1 if reading has ended. */
  private static int level(FieldReader in) {
    if (!in.has("length of the protocol name", 2)) {
      return -1;
    }
    int length = in.u16();
    boolean old = length == NAME_3_1.length();
    String name = old ? NAME_3_1 : NAME_SINCE_3_1_1;
    if (length != name.length()) {
      in.malformed("protocol name of %d bytes: it is MQTT or MQIsdp".formatted(length));
      return -1;
    }
    if (!in.has("protocol name", length)) {
      return -1;
    }
    if (!in.takes(name)) {
      in.malformed("the protocol name is neither MQTT nor MQIsdp");
      return -1;
    }
    if (!in.has("protocol level", 1)) {
      return -1;
    }
    int level = in.u8();
    int plain = level & ~BRIDGE;
    boolean known = old ? plain == LEVEL_3_1 : plain == LEVEL_3_1_1 || level == LEVEL_5;
    if (!known) {
      in.malformed("protocol level %d of %s: MQIsdp has 3, MQTT 4 or 5".formatted(level, name));
      return -1;
    }
    return plain;
  }

  /**
   * What is wrong with the flags, or null: sections 3.1.2.3 to 3.1.2.9 of MQTT 3.1.1 and 5.0. MQTT
   * 3.1 leaves the lowest bit open, MQTT 5.0 allows a password without a user name.
   */
  private static String flagsProblem(int level, int flags) {
    if (level != LEVEL_3_1 && (flags & RESERVED) != 0) {
      return "the lowest bit is reserved, and 0";
    }
    if ((flags & WILL) == 0 && (flags & (WILL_QOS | WILL_RETAIN)) != 0) {
      return "without a will, its quality of service and retain flag are 0";
    }
    if ((flags & WILL_QOS) == WILL_QOS) {
      return "the will's quality of service is 0, 1 or 2";
    }
    if (level != LEVEL_5 && (flags & USER_NAME) == 0 && (flags & PASSWORD) != 0) {
      return "before MQTT 5.0 a password goes with a user name";
    }
    return null;
  }

  /**
   * The fewest bytes that the fields behind the client identifier take. MQTT 3.1, section 3.1,
   * allows user name and password to be missing in spite of their flags.
   */
  private static int leastBehind(int level, int flags) {
    int least = 0;
    if ((flags & WILL) != 0) {
      least += level == LEVEL_5 ? 5 : 4;
    }
    if (level != LEVEL_3_1) {
      least += (flags & USER_NAME) != 0 ? 2 : 0;
      least += (flags & PASSWORD) != 0 ? 2 : 0;
    }
    return least;
  }

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }
}
