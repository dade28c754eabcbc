package io.ballast.identity;

import static io.ballast.identity.PostgresEncryption.PASS_ON;
import static io.ballast.identity.PostgresEncryption.REFUSE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.SetId;
import io.ballast.fuzz.Hex;
import io.ballast.identity.Identification.Answer;
import io.ballast.identity.Identification.Identified;
import io.ballast.identity.Identification.Malformed;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUserSourceTest {
  private static final String SSL_REQUEST = "00000008 04d2162f";
  private static final String GSSENC_REQUEST = "00000008 04d21630";
  private static final Answer NO = new Answer(ByteBuffer.wrap(new byte[] {'N'}), 8);

  private final PeekRules<Identification> refusing =
      PeekRules.of(new PostgresUserSource(REFUSE, REFUSE));
  private final PeekRules<Identification> passingOn =
      PeekRules.of(new PostgresUserSource(PASS_ON, PASS_ON));

  static List<Captures.Capture> captures() {
    return Captures.of("pg");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void realClientsAreKnownOnceTheirRequestsAreAnswered(Captures.Capture capture) {
    byte[] bytes = capture.bytes();
    Identification answer = refusing.everySplit(bytes);
    while (answer instanceof Answer no) {
      assertThat(no).isEqualTo(NO);
      bytes = Arrays.copyOfRange(bytes, no.consumed(), bytes.length);
      answer = refusing.everySplit(bytes);
    }

    assertThat(answer).isEqualTo(Answers.of(capture.answer()));
  }

  @ParameterizedTest
  @ValueSource(strings = {SSL_REQUEST, GSSENC_REQUEST})
  void requestForEncryptionIsRefusedOrPassedOn(String request) {
    assertThat(refusing.everySplit(Hex.bytes(request))).isEqualTo(NO);
    assertThat(refusing.everySplit(Hex.bytes(request + request))).isEqualTo(NO);
    assertThat(passingOn.everySplit(Hex.bytes(request))).isEqualTo(Identification.NONE);
  }

  @Test
  void eachKindOfRequestHasAChoiceOfItsOwn() {
    PeekRules<Identification> onlySsl = PeekRules.of(new PostgresUserSource(PASS_ON, REFUSE));

    assertThat(onlySsl.everySplit(Hex.bytes(GSSENC_REQUEST))).isEqualTo(NO);
    assertThat(onlySsl.everySplit(Hex.bytes(SSL_REQUEST))).isEqualTo(Identification.NONE);
  }

  @Test
  void replyCannotBeChangedByItsReader() {
    Answer answer = (Answer) refusing.everySplit(Hex.bytes(SSL_REQUEST));
    assertThat(answer.reply().get()).isEqualTo((byte) 'N');

    assertThat(answer.reply().remaining()).isEqualTo(1);
    assertThat(answer.reply().isReadOnly()).isTrue();
  }

  @Test
  void tlsWithoutARequestIsPassedOnOrMalformed() {
    byte[] hello = new Hello().name("db.test").record();

    assertThat(passingOn.everySplit(hello)).isEqualTo(Identification.NONE);
    assertThat(Answers.problem(refusing.everySplit(hello))).contains("sslnegotiation=direct");
  }

  @Test
  void cancelRequestNamesNoSet() {
    byte[] fourBytes = new Bytes().u32(16).u32(80_877_102).u32(4711).u32(99).array();
    byte[] longKey = new Bytes().u32(12 + 32).u32(80_877_102).u32(4711).fill(32, 5).array();

    assertThat(refusing.everySplit(fourBytes)).isEqualTo(Identification.NONE);
    assertThat(refusing.everySplit(longKey)).isEqualTo(Identification.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000000f 04d2162e", "0000010d 04d2162e", // keys of 3 and 257 bytes
        "00000009 04d2162f", "0000000c 04d21630" // requests have no body
      })
  void requestOfAnotherLengthIsMalformed(String hex) {
    assertThat(refusing.everySplit(Hex.bytes(hex))).isInstanceOf(Malformed.class);
    assertThat(passingOn.everySplit(Hex.bytes(hex))).isInstanceOf(Malformed.class);
  }

  @Test
  void databaseIsTheUsersIfMissingOrEmpty() {
    assertThat(startup("user", "ann")).isEqualTo(Answers.of("ann/ann"));
    assertThat(startup("database", "", "user", "ann")).isEqualTo(Answers.of("ann/ann"));
  }

  @Test
  void parametersMayComeInAnyOrderAndTheLastOfAKindHolds() {
    assertThat(startup("database", "d", "options", "-c user=x", "user", "u"))
        .isEqualTo(Answers.of("u/d"));
    assertThat(startup("user", "a", "database", "x", "user", "b", "database", "y"))
        .isEqualTo(Answers.of("b/y"));
    assertThat(startup("user", "a", "database", "x", "database", "")).isEqualTo(Answers.of("a/a"));
  }

  @Test
  void namesThatOnlyBeginAlikeAreOtherParameters() {
    assertThat(startup("user", "u", "username", "x", "use", "y", "User", "z", "databases", "d"))
        .isEqualTo(Answers.of("u/u"));
  }

  @Test
  void generatedMessagesAreReadWhateverTheirParameters() {
    long seed = 5432;
    System.out.println("generated StartupMessages from seed " + seed);
    Random random = new Random(seed);
    String[] names = {"user", "database", "application_name", "replication", "_pq_.x"};
    for (int i = 0; i < 500; i++) {
      String user = "";
      String database = "";
      int count = 2 * random.nextInt(8);
      String[] parameters = new String[count];
      for (int k = 0; k < count; k += 2) {
        parameters[k] = names[random.nextInt(names.length)];
        parameters[k + 1] = "v".repeat(random.nextInt(3)) + (random.nextInt(4) > 0 ? i : "");
        user = parameters[k].equals("user") ? parameters[k + 1] : user;
        database = parameters[k].equals("database") ? parameters[k + 1] : database;
      }

      Identification answer = refusing.someSplits(message(0, parameters), random);

      if (user.isEmpty()) {
        assertThat(Answers.problem(answer)).contains("no user");
      } else {
        assertThat(answer)
            .isEqualTo(Answers.of(user + "/" + (database.isEmpty() ? user : database)));
      }
    }
  }

  @Test
  void everyMinorVersionOfProtocol3IsRead() {
    assertThat(refusing.everySplit(message(2, "user", "ann"))).isEqualTo(Answers.of("ann/ann"));
    assertThat(refusing.everySplit(message(9999, "user", "ann"))).isEqualTo(Answers.of("ann/ann"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000009 00020000 00", "00000009 00040000 00", "00000009 00000000 00"})
  void otherVersionIsMalformed(String hex) {
    assertThat(Answers.problem(refusing.everySplit(Hex.bytes(hex)))).contains("version");
  }

  @Test
  void namesAreTakenAsTheBytesTheyAre() {
    byte[] latin =
        new Bytes().u32(8 + 5 + 2 + 1).u32(3 << 16).cString("user").u8(0xe4).u8(0).u8(0).array();

    assertThat(refusing.everySplit(latin))
        .isEqualTo(new Identified(SetId.of(new byte[] {(byte) 0xe4, '/', (byte) 0xe4})));
  }

  @Test
  void controlCharacterOrTooLongANameIsMalformed() {
    assertThat(startup("user", "a\nb")).isInstanceOf(Malformed.class);
    assertThat(startup("user", "a", "database", "b\u007f")).isInstanceOf(Malformed.class);
    assertThat(startup("user", "u", "database", "d".repeat(1022)))
        .isEqualTo(Answers.of("u/" + "d".repeat(1022)));
    assertThat(startup("user", "u", "database", "d".repeat(1023))).isInstanceOf(Malformed.class);
  }

  static List<byte[]> brokenLayouts() {
    return List.of(
        sized(new Bytes()), // no end
        sized(new Bytes().cString("user").cString("a")), // no end
        sized(new Bytes().cString("user").cString("a").u8(0).u8(0)), // bytes behind the end
        sized(new Bytes().cString("user").text("a")), // a value that does not end
        sized(new Bytes().cString("user")), // a name without a value
        sized(new Bytes().text("user")), // a name that does not end
        sized(new Bytes().u8(0)), // no user
        sized(new Bytes().cString("user").cString("").u8(0)), // an empty user
        sized(new Bytes().cString("database").cString("d").u8(0))); // no user
  }

  @ParameterizedTest
  @MethodSource("brokenLayouts")
  void layoutThatThePostgresServerRefusesIsMalformed(byte[] bytes) {
    assertThat(Answers.problem(refusing.everySplit(bytes))).startsWith("StartupMessage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000", "00000007", "00002711", "7fffffff", "ffffffff", "47455420"})
  void lengthThatNoFirstMessageHasIsMalformed(String hex) {
    assertThat(Answers.problem(refusing.everySplit(Hex.bytes(hex)))).contains("length");
  }

  @Test
  void longestMessageIsRead() {
    int value = PostgresUserSource.MAX_BYTES - 8 - 7 - 8 - 1 - 1;
    byte[] bytes = message(0, "user", "a", "options", "x".repeat(value));

    assertThat(bytes).hasSize(PostgresUserSource.MAX_BYTES);
    assertThat(refusing.ask(bytes, bytes.length - 1, 0)).isEqualTo(Identification.NEED_MORE);
    assertThat(refusing.ask(bytes, bytes.length, 0)).isEqualTo(Answers.of("a/a"));
  }

  private Identification startup(String... parameters) {
    return refusing.everySplit(message(0, parameters));
  }

  private static byte[] message(int minor, String... parameters) {
    Bytes body = new Bytes();
    for (String text : parameters) {
      body.cString(text);
    }
    body.u8(0);
    return new Bytes().u32(8 + body.size()).u32((3 << 16) | minor).raw(body.array()).array();
  }

  private static byte[] sized(Bytes body) {
    return new Bytes().u32(8 + body.size()).u32(3 << 16).raw(body.array()).array();
  }
}
