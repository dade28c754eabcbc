package io.ballast.identity;

/** An MQTT CONNECT packet for tests, valid unless a part is set otherwise. */
final class ConnectPacket {
  static final int USER_NAME = 0x80;
  static final int PASSWORD = 0x40;
  static final int WILL = 0x04;

  private String protocol = "MQTT";
  private int level = 4;
  private int flags = 2;
  private Bytes properties;
  private Bytes clientId = new Bytes().text("sensor-1");
  private Bytes behind = new Bytes();
  private int surplus;

  ConnectPacket protocol(String name, int value) {
    protocol = name;
    level = value;
    return this;
  }

  /** Protocol 5.0 with these properties. */
  ConnectPacket v5(Bytes bytes) {
    properties = bytes;
    return protocol("MQTT", 5);
  }

  ConnectPacket flags(int value) {
    flags = value;
    return this;
  }

  ConnectPacket clientId(String text) {
    return clientId(new Bytes().text(text));
  }

  ConnectPacket clientId(Bytes bytes) {
    clientId = bytes;
    return this;
  }

  ConnectPacket behind(Bytes bytes) {
    behind = bytes;
    return this;
  }

  /** Makes the remaining length lie by so much. */
  ConnectPacket surplus(int bytes) {
    surplus = bytes;
    return this;
  }

  byte[] array() {
    Bytes body = new Bytes().sized16(new Bytes().text(protocol)).u8(level).u8(flags).u16(60);
    if (properties != null) {
      body.variable(properties.size()).raw(properties.array());
    }
    body.sized16(clientId).raw(behind.array());
    return new Bytes().u8(0x10).variable(body.size() + surplus).raw(body.array()).array();
  }
}
