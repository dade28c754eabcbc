package io.ballast.identity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A ClientHello for tests, valid unless a part is set otherwise. */
final class Hello {
  private final List<Bytes> extensions = new ArrayList<>();
  private Bytes sessionId = new Bytes().fill(32, 7);
  private Bytes cipherSuites = new Bytes().u16(0x1301).u16(0xc02b);
  private Bytes compressions = new Bytes().u8(0);
  private int version = 0x0303;
  private boolean withExtensions = true;

  Hello sessionId(Bytes bytes) {
    sessionId = bytes;
    return this;
  }

  Hello cipherSuites(Bytes bytes) {
    cipherSuites = bytes;
    return this;
  }

  Hello compressions(Bytes bytes) {
    compressions = bytes;
    return this;
  }

  Hello version(int value) {
    version = value;
    return this;
  }

  Hello withoutExtensions() {
    withExtensions = false;
    return this;
  }

  Hello extension(int type, Bytes body) {
    extensions.add(new Bytes().u16(type).sized16(body));
    return this;
  }

  Hello name(String name) {
    return extension(0, names(new Bytes().u8(0).sized16(new Bytes().text(name))));
  }

  /** The body of a server_name extension. */
  static Bytes names(Bytes entries) {
    return new Bytes().sized16(entries);
  }

  /** The handshake message. */
  byte[] message() {
    Bytes body =
        new Bytes()
            .u16(version)
            .fill(32, 9)
            .sized8(sessionId)
            .sized16(cipherSuites)
            .sized8(compressions);
    if (withExtensions) {
      Bytes all = new Bytes();
      extensions.forEach(extension -> all.raw(extension.array()));
      body.sized16(all);
    }
    return new Bytes().u8(1).sized24(body).array();
  }

  /** The message in records of at most {@code fragment} bytes. */
  byte[] records(int fragment) {
    return inRecords(message(), fragment);
  }

  /** The message in one record. */
  byte[] record() {
    return records(16_384);
  }

  static byte[] inRecords(byte[] message, int fragment) {
    Bytes records = new Bytes();
    for (int at = 0; at < message.length; at += fragment) {
      int length = Math.min(fragment, message.length - at);
      records.u8(22).u16(0x0301).u16(length);
      records.raw(Arrays.copyOfRange(message, at, at + length));
    }
    return records.array();
  }
}
