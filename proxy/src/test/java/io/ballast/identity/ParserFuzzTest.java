package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ballast.fuzz.Fuzzing;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged and random bytes never make a parser throw, change the buffer, take back an answer, or
 * take much memory. A longer run: see {@link Fuzzing}.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS)
class ParserFuzzTest {
  private static final int ITERATIONS = 10_000;

  /** Far above what any call takes, far below what a length field can claim. */
  private static final long MAX_ALLOCATED = 1 << 18;

  private static final Predicate<String> PRINTABLE = Pattern.compile("[ -~]*").asMatchPredicate();

  private final Set<Class<?>> answers = new HashSet<>();

  @Test
  void sniKeepsItsPromises() {
    List<byte[]> seeds = new ArrayList<>(Captures.bytesOf("tls"));
    seeds.add(new Hello().extension(0x2a2a, new Bytes()).name("split.test").records(7));
    seeds.add(new Hello().withoutExtensions().record());

    fuzz("sni", seeds, new SniSource());

    assertThat(answers).contains(Identification.None.class);
  }

  @Test
  void mqttClientIdKeepsItsPromises() {
    List<byte[]> seeds = new ArrayList<>(Captures.bytesOf("mqtt"));
    seeds.add(new ConnectPacket().v5(new Bytes().fill(200, 1)).clientId("täst").array());

    fuzz("mqtt-client-id", seeds, new MqttClientIdSource());

    assertThat(answers).contains(Identification.None.class);
  }

  @Test
  void postgresUserKeepsItsPromises() {
    List<byte[]> seeds = new ArrayList<>(Captures.bytesOf("pg"));
    seeds.add(new Bytes().u32(16).u32(80_877_102).u32(4711).u32(99).array());

    fuzz(
        "postgres-user",
        seeds,
        new PostgresUserSource(PostgresEncryption.REFUSE, PostgresEncryption.PASS_ON));

    assertThat(answers).contains(Identification.None.class, Identification.Answer.class);
  }

  @Test
  void lineKeepsItsPromises() {
    List<byte[]> seeds =
        List.of(
            new Bytes().text("HELLO set-1 v2\r\n").array(),
            new Bytes().text("HELLO set-2\nmore\n").array());

    fuzz("line", seeds, new IdentitySettings.Line("^HELLO (?P<id>\\S+)").source());

    assertThat(answers).contains(Identification.None.class);
  }

  @Test
  void proxyHeaderKeepsItsPromises() {
    List<byte[]> seeds = new ArrayList<>(Captures.bytesOf("proxy"));
    seeds.add(ProxyV2Bytes.ofFamily(ProxyV2Bytes.UNIX_STREAM, 216).checksum().array());
    seeds.add(ProxyV2Bytes.tcp4().tlv(0x20, ProxyV2Bytes.ssl(0, "cn")).tlv(0xe5, "s").array());
    seeds.add(new Bytes().text("PROXY UNKNOWN a b c d\r\nx").array());
    PeekRules<ProxyDecoding> rules = PeekRules.ofProxyHeader();
    Random random = new Random(5);

    Fuzzing.run(
        "proxy header",
        ITERATIONS,
        seeds,
        bytes -> {
          ProxyDecoding answer = rules.someSplits(bytes, random);
          answers.add(answer.getClass());
          if (answer instanceof ProxyDecoding.Malformed malformed) {
            assertThat(malformed.problem()).matches(PRINTABLE);
          } else if (answer instanceof ProxyDecoding.Decoded decoded) {
            assertThat(decoded.header().length()).isBetween(15, bytes.length);
            for (ProxyIdentity part : ProxyIdentity.values()) {
              new ProxyProtocolSource(part)
                  .after(decoded.header())
                  .identify(PeekRules.ORIGIN, ByteBuffer.allocate(0));
            }
          }
        });

    assertThat(answers)
        .contains(
            ProxyDecoding.NeedMore.class,
            ProxyDecoding.Decoded.class,
            ProxyDecoding.Malformed.class);
  }

  private void fuzz(String name, List<byte[]> seeds, IdentitySource source) {
    PeekRules<Identification> rules = PeekRules.of(source);
    Random random = new Random(7);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Fuzzing.run(
        name,
        ITERATIONS,
        seeds,
        bytes -> {
          Identification answer = rules.someSplits(bytes, random);
          answers.add(answer.getClass());
          ByteBuffer whole = ByteBuffer.wrap(bytes);
          long before = threads.getCurrentThreadAllocatedBytes();
          source.identify(PeekRules.ORIGIN, whole);
          long allocated = threads.getCurrentThreadAllocatedBytes() - before;
          assertThat(allocated).isLessThan(MAX_ALLOCATED);
          if (answer instanceof Identification.Malformed malformed) {
            assertThat(malformed.problem()).matches(PRINTABLE);
          }
          if (bytes.length >= source.maxBytes()) {
            assertThat(answer).isNotEqualTo(Identification.NEED_MORE);
          }
        });
    assertThat(answers)
        .contains(
            Identification.NeedMore.class,
            Identification.Identified.class,
            Identification.Malformed.class);
  }
}
