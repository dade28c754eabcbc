package io.ballast.loadtest.scenario;

import java.io.IOException;
import java.util.List;

/** A story that a proxy is put through: what it starts from, what happens, what must hold. */
sealed interface Scenario
    permits DrainScenario, RampScenario, CrashScenario, FlapScenario, ZonesScenario {
  /** What the command line calls it. */
  String name();

  /** What happens, in a sentence. */
  String story();

  /** The nodes and sets that it starts from. */
  Layout layout();

  /** Whether connections break, so that an answer on its way may be destroyed with its backend. */
  boolean breaksConnections();

  /**
   * Lets it happen. All sets are connected when it begins.
   *
   * @throws IOException when a process that takes part does not answer
   */
  void play(Stage stage) throws IOException;

  /**
   * What must hold at the end, besides what must in every scenario and what was seen on the way.
   */
  List<MustHold> judge(Outcome outcome);
}
