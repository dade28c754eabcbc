package io.ballast.loadtest.bench;

import io.ballast.cluster.Origin;
import io.ballast.cluster.SetId;
import io.ballast.identity.Identification;
import io.ballast.identity.IdentitySettings;
import io.ballast.identity.IdentitySource;
import io.ballast.identity.ProxyDecoding;
import io.ballast.identity.ProxyHeaderDecoder;
import io.ballast.identity.ProxyHeaderEncoder;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One look at the first bytes of a connection, all of them there, in a direct buffer as they come
 * from the network; and PROXY protocol headers, read and written.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class IdentityBenchmark {
  private static final Origin ORIGIN =
      new Origin("sets", new InetSocketAddress("203.0.113.9", 4711));
  private static final InetSocketAddress DESTINATION = new InetSocketAddress("192.0.2.1", 1883);
  private static final byte[] UNIQUE_ID = "unique-1".getBytes(StandardCharsets.US_ASCII);
  private static final SetId SET = SetId.of("08:00:0f:12:34:56");

  private final IdentitySource sourceAddress = IdentitySettings.SourceAddress.DEFAULT.source();
  private final IdentitySource line = new IdentitySettings.Line("^HELLO (?P<id>\\S+)").source();
  private final IdentitySource sni = new IdentitySettings.Sni().source();
  private final IdentitySource mqtt = new IdentitySettings.MqttClientId().source();
  private final IdentitySource postgres = IdentitySettings.PostgresUser.DEFAULT.source();
  private ByteBuffer lineBytes;
  private ByteBuffer hello;
  private ByteBuffer splitHello;
  private ByteBuffer connect;
  private ByteBuffer startup;
  private ByteBuffer proxyV1;
  private ByteBuffer proxyV2;

  /** Makes the first bytes of each protocol. */
  @Setup
  public void build() throws NoSuchAlgorithmException, SSLException {
    lineBytes = direct(latin1("HELLO 08:00:0f:12:34:56 v2\r\n"));
    byte[] record = clientHello();
    hello = direct(record);
    splitHello = direct(inTwoRecords(record));
    connect = direct(latin1("\u0010\u001d\0\u0004MQTT\u0004\2\0<\0\u001108:00:0f:12:34:56"));
    startup =
        direct(latin1("\0\0\0:\0\3\0\0user\0alice\0database\0orders\0application_name\0psql\0\0"));
    proxyV1 = direct(ProxyHeaderEncoder.v1(ORIGIN.source(), DESTINATION));
    proxyV2 = direct(ProxyHeaderEncoder.v2(ORIGIN.source(), DESTINATION, UNIQUE_ID, SET));
    for (Identification answer :
        new Identification[] {
          line(), serverName(), serverNameInTwoRecords(), mqttClientId(), postgresUser()
        }) {
      if (!(answer instanceof Identification.Identified)) {
        throw new IllegalStateException("not identified: " + answer);
      }
    }
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static byte[] clientHello() throws NoSuchAlgorithmException, SSLException {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("phones.example.org", 443);
    engine.setUseClientMode(true);
    ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), record);
    byte[] bytes = new byte[record.flip().remaining()];
    record.get(bytes);
    return bytes;
  }

  private static byte[] inTwoRecords(byte[] record) {
    int header = 5;
    int half = (record.length - header) / 2;
    int rest = record.length - header - half;
    return ByteBuffer.allocate(record.length + header)
        .put(record, 0, header)
        .putShort(header - 2, (short) half)
        .put(record, header, half)
        .put(record, 0, header - 2)
        .putShort((short) rest)
        .put(record, header + half, rest)
        .array();
  }

  /** The identity {@code source-address}, which needs no byte. */
  @Benchmark
  public Identification sourceAddress() {
    return sourceAddress.identify(ORIGIN, lineBytes);
  }

  /** The identity {@code line}. */
  @Benchmark
  public Identification line() {
    return line.identify(ORIGIN, lineBytes);
  }

  /** The identity {@code sni}, of a ClientHello of OpenJDK. */
  @Benchmark
  public Identification serverName() {
    return sni.identify(ORIGIN, hello);
  }

  /** The identity {@code sni}, of a ClientHello split over two records. */
  @Benchmark
  public Identification serverNameInTwoRecords() {
    return sni.identify(ORIGIN, splitHello);
  }

  /** The identity {@code mqtt-client-id}. */
  @Benchmark
  public Identification mqttClientId() {
    return mqtt.identify(ORIGIN, connect);
  }

  /** The identity {@code postgres-user}. */
  @Benchmark
  public Identification postgresUser() {
    return postgres.identify(ORIGIN, startup);
  }

  /** Reads a header of version 1. */
  @Benchmark
  public ProxyDecoding readProxyV1() {
    return ProxyHeaderDecoder.decode(proxyV1);
  }

  /** Reads a header of version 2 with a unique id and a set. */
  @Benchmark
  public ProxyDecoding readProxyV2() {
    return ProxyHeaderDecoder.decode(proxyV2);
  }

  /** Writes a header of version 1. */
  @Benchmark
  public byte[] writeProxyV1() {
    return ProxyHeaderEncoder.v1(ORIGIN.source(), DESTINATION);
  }

  /** Writes a header of version 2 with a unique id and a set. */
  @Benchmark
  public byte[] writeProxyV2() {
    return ProxyHeaderEncoder.v2(ORIGIN.source(), DESTINATION, UNIQUE_ID, SET);
  }
}
