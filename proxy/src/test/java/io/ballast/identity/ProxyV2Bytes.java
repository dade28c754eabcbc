package io.ballast.identity;

import io.ballast.fuzz.Hex;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A PROXY protocol version 2 header for tests. */
final class ProxyV2Bytes {
  static final int TCP4 = 0x11;
  static final int TCP6 = 0x21;
  static final int UNIX_STREAM = 0x31;
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  private static final int CRC32C_TYPE = 3;

  private final Bytes body = new Bytes();
  private int versionAndCommand = 0x21;
  private int family = TCP4;
  private int checksumAt = -1;

  /** A header for TCP over IPv4 from 192.0.2.1:1000 to 192.0.2.2:2000. */
  static ProxyV2Bytes tcp4() {
    return new ProxyV2Bytes().raw("c0000201 c0000202 03e8 07d0");
  }

  static ProxyV2Bytes ofFamily(int family, int addressBytes) {
    ProxyV2Bytes bytes = new ProxyV2Bytes();
    bytes.family = family;
    bytes.body.fill(addressBytes, 0x20);
    return bytes;
  }

  ProxyV2Bytes versionAndCommand(int value) {
    versionAndCommand = value;
    return this;
  }

  ProxyV2Bytes raw(String hex) {
    body.raw(Hex.bytes(hex));
    return this;
  }

  ProxyV2Bytes tlv(int type, String text) {
    return tlv(type, new Bytes().text(text));
  }

  ProxyV2Bytes tlv(int type, Bytes value) {
    body.u8(type).sized16(value);
    return this;
  }

  /** A part with a checksum, filled in at the end. */
  ProxyV2Bytes checksum() {
    checksumAt = 16 + body.size() + 3;
    return tlv(CRC32C_TYPE, new Bytes().u32(0));
  }

  /** The TLS part with a common name. */
  static Bytes ssl(int verify, String commonName) {
    return new Bytes()
        .u8(7)
        .u32(verify)
        .u8(0x21)
        .sized16(new Bytes().text("TLSv1.3"))
        .u8(0x22)
        .sized16(new Bytes().text(commonName));
  }

  byte[] array() {
    byte[] bytes =
        new Bytes()
            .raw(Hex.bytes(SIGNATURE))
            .u8(versionAndCommand)
            .u8(family)
            .sized16(body)
            .array();
    if (checksumAt >= 0) {
      CRC32C checksum = new CRC32C();
      checksum.update(bytes);
      ByteBuffer.wrap(bytes).putInt(checksumAt, (int) checksum.getValue());
    }
    return bytes;
  }
}
