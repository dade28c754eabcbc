package io.ballast.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.cluster.Snapshot;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command that is answered with an error names the remedy, and changes nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandErrorsTest {
  private ProxyFixture ballast;

  @BeforeAll
  void open() throws IOException {
    ballast = ProxyFixture.open();
  }

  @AfterAll
  void close() {
    ballast.close();
  }

  private void assertErrorChangesNothing(String command, String code, String remedy) {
    Snapshot before = ballast.phones().snapshot();
    assertThat(ballast.askOne(command)).startsWith("ERR " + code + " ").contains(remedy);
    assertThat(ballast.phones().snapshot()).isSameAs(before);
    assertThat(ballast.process.shutdowns).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "NODES x | usage: NODES",
        "WEIGHTS x | usage: WEIGHTS",
        "LOAD x | usage: LOAD",
        "ZONES x | usage: ZONES",
        "AFFINITY x | x is none of SETS, RULES, PINS, SET, LIMIT; usage: AFFINITY",
        "AFFINITY SET | set is missing",
        "AFFINITY LIMIT 0 | a limit is 1 or more",
        "ADD_NODE | name is missing",
        "ADD_NODE a | host:port is missing",
        "ADD_NODE a 10.0.0.1 | an address is host:port",
        "ADD_NODE a 10.0.0.1:0 | a node has a port of 1 to 65535",
        "ADD_NODE a 10.0.0.1:99999 | a port of 0 to 65535",
        "ADD_NODE a 10.0.0.1:80 x | weight = x: a weight is a whole number of 0 or more",
        "ADD_NODE a 10.0.0.1:80 -1 | weight = -1: a weight is a whole number of 0 or more",
        "ADD_NODE a 10.0.0.1:80 1.5 | weight = 1.5: a weight is a whole number of 0 or more",
        "ADD_NODE a 10.0.0.1:80 2147483648 | a weight is a whole number of 0 or more",
        "ADD_NODE a 10.0.0.1:80 1 asia x | x is one word too many",
        "ADD_NODE \"\" 10.0.0.1:80 | a name has 1 to 255 bytes",
        "ADD_NODE \"a\\x07\" 10.0.0.1:80 | a name has no control characters",
        "ADD_NODE \"\\xff\" 10.0.0.1:80 | a name is UTF-8 text",
        "REMOVE_NODE | usage: REMOVE_NODE name [FORCE]",
        "REMOVE_NODE hub NOW | NOW is one word too many",
        "SETWEIGHT hub | weight is missing",
        "SETWEIGHT hub -3 | 0 moves every session off the node",
        "SETWEIGHT hub 1e3 | a weight is a whole number",
        "SETWEIGHT hub 1 2 | 2 is one word too many",
        "SETWEIGHT hub 5 OVER | duration is missing",
        "SETWEIGHT hub 5 OVER 0s | a ramp takes a time; leave OVER out to change at once",
        "SETWEIGHT hub 5 OVER 10y | a length of time is a whole number and ms, s, m or h",
        "SETWEIGHT hub 5 OVER 169h | at most 604800s",
        "SETWEIGHT hub -1 OVER 5m | a weight is a whole number of 0 or more",
        "SETWEIGHT hub 2147483648 OVER 5m | a weight is a whole number of 0 or more",
        "SETWEIGHT hub 5 OVER 5m STEPS | n is missing",
        "SETWEIGHT hub 5 OVER 5m STEPS 0 | steps are 1 to 1000000",
        "SETWEIGHT hub 5 OVER 5m STEPS -1 | steps are 1 to 1000000",
        "SETWEIGHT hub 5 OVER 5m STEPS 1.5 | steps are 1 to 1000000",
        "SETWEIGHT hub 5 IN 5m | IN is one word too many",
        "SETWEIGHT hub 5 STEPS 3 | STEPS is one word too many",
        "DRAIN | name is missing",
        "DRAIN ap-1 0 | 0 is one word too many",
        "DRAIN ap-1 OVER | duration is missing",
        "DRAIN ap-1 OVER 0s | a ramp takes a time; leave OVER out to change at once",
        "DRAIN ap-1 OVER 0h | a ramp takes a time; leave OVER out to change at once",
        "DRAIN ap-1 OVER 10y | a length of time is a whole number and ms, s, m or h",
        "DRAIN ap-1 OVER 9999999999s | a length of time is a whole number and ms, s, m or h",
        "DRAIN ap-1 OVER 169h | at most 604800s",
        "DRAIN ap-1 OVER 5m STEPS 0 | steps are 1 to 1000000",
        "DRAIN ap-1 STEPS 4 | STEPS is one word too many",
        "DRAIN ap-1 DEADLINE | deadline is missing",
        "DRAIN ap-1 DEADLINE soon | such as 90s",
        "DRAIN ap-1 DEADLINE 721h | at most 2592000s",
        "DRAIN ap-1 FORCE DEADLINE 1m FORCE | usage: DRAIN name [OVER duration [STEPS n]]",
        "CANCEL | name is missing",
        "CANCEL hub now | now is one word too many",
        "PIN | set is missing",
        "PIN \"\" | an identity has 1 to 1024 bytes",
        "PIN lobby ap-1 x | x is one word too many",
        "UNPIN | usage: UNPIN set",
        "UNPIN lobby ap-1 | ap-1 is one word too many",
        "MOVE | set is missing",
        "MOVE lobby ap-1 x | x is one word too many",
        "CLOSE | session is missing",
        "CLOSE lobby | a session is a number; SESSIONS has them",
        "CLOSE 99999999999999999999 | a session is a number; SESSIONS has them",
        "CLOSE 1 2 | 2 is one word too many",
        "REBALANCE | ON, OFF or NOW is missing",
        "REBALANCE LATER | ON, OFF or NOW",
        "REBALANCE ON NOW | NOW is one word too many",
        "STATUS hub | usage: STATUS",
        "WATCH 0 | seconds are 1 to 3600",
        "WATCH 1s | seconds are 1 to 3600",
        "WATCH 3601 | seconds are 1 to 3600",
        "WATCH 1 2 | 2 is one word too many",
        "PLAN | change is missing",
        "PLAN STATUS | those are ADD_NODE, ADD_ZONE, CANCEL, DRAIN, MOVE_NODE",
        "PLAN PLAN SETWEIGHT hub 2 | PLAN is no change that can be planned",
        "PLAN SETWEIGHT hub | weight is missing",
        "PLAN SETWEIGHT hub -1 | a weight is a whole number of 0 or more",
        "PLAN SETWEIGHT hub 1 2 | 2 is one word too many",
        "PLAN DRAIN ap-1 OVER 0s | a ramp takes a time; leave OVER out to change at once",
        "MOVE_NODE hub | zone is missing",
        "MOVE_NODE hub asia x | usage: MOVE_NODE name zone",
        "ADD_ZONE | usage: ADD_ZONE name [backup]",
        "ADD_ZONE x x | a zone cannot back itself up; choose another, such as default",
        "ADD_ZONE default asia | the zone default is the last resort",
        "REMOVE_ZONE | name is missing",
        "SETBACKUP asia | backup is missing",
        "SETZONE lobby | zone is missing",
        "SETZONE \"\" asia | an identity has 1 to 1024 bytes",
        "LOOKUP | set is missing",
        "LOOKUP a b | b is one word too many",
        "LIST | usage: LIST set",
        "SESSIONS ALL | ALL is none of NODE, ZONE, SET, LIMIT",
        "SESSIONS NODE | n is missing",
        "SESSIONS LIMIT 0 | a limit is 1 or more",
        "STATS x | usage: STATS",
        "CONFIG x | usage: CONFIG",
        "SHUTDOWN 30 | a length of time is a whole number and ms, s, m or h",
        "SHUTDOWN -1s | such as 90s",
        "SHUTDOWN 25h | at most 86400s",
        "SHUTDOWN 1s x | x is one word too many",
        "USE | cluster is missing",
        "QUIT now | usage: QUIT",
      })
  void wrongUsageIsExplained(String command, String remedy) {
    assertErrorChangesNothing(command, "usage", remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SETWEIGHT nosuch 5 | NODES lists them",
        "SETWEIGHT nosuch 5 OVER 1m | NODES lists them",
        "DRAIN nosuch | NODES lists them",
        "DRAIN nosuch OVER 1m DEADLINE 5m | NODES lists them",
        "CANCEL nosuch | NODES lists them",
        "CANCEL hub | node hub has no ramp to cancel; its weight is 1, SETWEIGHT changes it",
        "PIN lobby nosuch | NODES lists them",
        "MOVE lobby nosuch | NODES lists them",
        "MOVE lobby | no session of set lobby is live; SESSIONS lists them",
        "CLOSE 4711 | SESSIONS lists them",
        "CLOSE -1 | SESSIONS lists them",
        "PLAN SETWEIGHT nosuch 5 | NODES lists them",
        "PLAN DRAIN nosuch OVER 1m | NODES lists them",
        "PLAN MOVE_NODE hub nosuch | ZONES lists them",
        "PLAN CANCEL hub | SETWEIGHT changes it",
        "REMOVE_NODE nosuch | NODES lists them",
        "REMOVE_NODE nosuch FORCE | NODES lists them",
        "MOVE_NODE nosuch asia | NODES lists them",
        "MOVE_NODE hub nosuch | ZONES lists them",
        "ADD_NODE a 10.0.0.1:80 1 nosuch | ZONES lists them, ADD_ZONE makes one",
        "ADD_ZONE x nosuch | ZONES lists them",
        "REMOVE_ZONE nosuch | ZONES lists them",
        "SETBACKUP asia nosuch | ZONES lists them",
        "SETBACKUP nosuch asia | ZONES lists them",
        "SETZONE lobby nosuch | ZONES lists them",
        "SESSIONS NODE nosuch | NODES lists them",
        "SESSIONS ZONE nosuch | ZONES lists them",
        "USE nosuch | USE one of phones",
      })
  void whatDoesNotExistIsNotFound(String command, String remedy) {
    assertErrorChangesNothing(command, "not-found", remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ADD_NODE hub 10.0.0.1:80 | conflict | change those with SETWEIGHT and MOVE_NODE",
        "ADD_ZONE asia default | conflict | change it with SETBACKUP",
        "REMOVE_ZONE default | refused | zone default is the last resort of every zone and stays",
        "REMOVE_ZONE asia | refused | move its nodes with MOVE_NODE first",
        "SETBACKUP default asia | refused | has no backup",
        "SETBACKUP asia asia | refused | choose another, such as default",
        "SETWEIGHT hub 2147483647 | refused | lower all weights in proportion",
        "ADD_NODE a 10.0.0.1:80 99999999 | refused | lower all weights in proportion",
        "SETWEIGHT hub 99999999 OVER 1h | refused | lower all weights in proportion",
        "DRAIN hub | refused | for the sets of zone default; add another node first, or say FORCE",
        "DRAIN hub OVER 1h DEADLINE 2h | refused | add another node first, or say FORCE",
        "PLAN DRAIN hub | refused | add another node first, or say FORCE",
        "PLAN DRAIN hub OVER 1h | refused | add another node first, or say FORCE",
        "PLAN SETWEIGHT hub 99999999 | refused | lower all weights in proportion",
      })
  void whatMustNotBeIsRefused(String command, String code, String remedy) {
    assertErrorChangesNothing(command, code, remedy);
  }
}
