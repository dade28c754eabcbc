package io.ballast;

import io.ballast.balance.Forecast;
import io.ballast.cluster.ChangeRefused;
import io.ballast.command.Audit;
import io.ballast.command.Code;
import io.ballast.command.Quoting;
import io.ballast.command.ReloadReport;
import io.ballast.conf.Configuration;
import io.ballast.conf.Outcome;
import io.ballast.conf.Problem;
import io.ballast.ring.TooManyPointsException;
import io.ballast.store.KeptValues;
import io.ballast.store.Merge;
import io.ballast.store.Merged;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a running process to its configuration as it is edited. Reloads and their dry runs are
 * made one after the other on a thread of their own, which may wait for the disk; every method may
 * be called from any thread.
 */
final class Reload implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Reload.class);
  private static final int LOGGED_LINES = 100;

  /** How many changes of a reload are shown among those of operators. */
  private static final int SHOWN = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A value of run time holds unless what it replaced has been edited, as at a start. */
  private static final Reconciliation RECONCILIATION =
      (was, now, configured) -> {
        Merged merged = Merge.of(configured, KeptValues.between(was, now));
        return new Reconciliation.Reconciled(merged.start(), merged.warnings());
      };

  private final Proxy proxy;
  private final ConfigurationSource source;
  private final ReloadObserver observer;
  private final Audit audit;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "ballast-reload");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Configuration inForce;

  /**
   * @param start the configuration that the proxy was started with
   * @param source reads the configuration again
   * @param audit is told of each reload that was made
   */
  Reload(
      Proxy proxy,
      Configuration start,
      ConfigurationSource source,
      ReloadObserver observer,
      Audit audit) {
    this.proxy = proxy;
    this.inForce = start;
    this.source = source;
    this.observer = observer;
    this.audit = audit;
  }

  /** The configuration that the process runs by. */
  Configuration inForce() {
    return inForce;
  }

  /**
   * Reads the configuration again and applies what differs.
   *
   * @param by who asks, for the log
   */
  CompletionStage<ReloadReport> reload(String by) {
    return onThread(
        () -> {
          observer.begun();
          boolean applied = false;
          try {
            ReloadReport report = reloaded(by);
            applied = report.refusal().isEmpty();
            return report;
          } finally {
            observer.ended(applied);
          }
        });
  }

  /** What {@link #reload} would do, with the text in place of the file if there is one. */
  CompletionStage<ReloadReport> plan(Optional<String> text) {
    return onThread(() -> planned(text));
  }

  private CompletionStage<ReloadReport> onThread(Supplier<ReloadReport> task) {
    try {
      return CompletableFuture.supplyAsync(task, thread)
          .exceptionally(
              fault -> {
                log.error("reload failed", fault);
                return refused(List.of(), "a fault of this program: its log has the details");
              });
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedStage(refused(List.of(), "the process is ending"));
    }
  }

  private ReloadReport reloaded(String by) {
    Outcome<Configuration> outcome = source.read();
    ReloadReport report;
    if (outcome instanceof Outcome.Accepted<Configuration> accepted) {
      report = applied(by, accepted.settings());
    } else {
      report = rejected((Outcome.Rejected<Configuration>) outcome);
    }
    log(by, report);
    return report;
  }

  private ReloadReport applied(String by, Configuration edited) {
    Configuration next = inForce.withRunning(edited);
    try {
      ProxyEdit made = proxy.reconfigure(next.proxy(), RECONCILIATION);
      ReloadLines lines = ReloadLines.of(inForce, edited, made);
      inForce = next;
      ReloadReport report = report(lines, List.of(), count(lines.changes().size(), "change"));
      audit.noted(by, "reload: " + report.summary() + first(lines.changes()));
      return report;
    } catch (IOException | ChangeRefused | TooManyPointsException e) {
      return refused(List.of(), e.getMessage() + "; nothing was changed");
    }
  }

  /** The first few changes; the log has all. */
  private static String first(List<String> changes) {
    String shown = String.join("; ", changes.subList(0, Math.min(SHOWN, changes.size())));
    int more = changes.size() - SHOWN;
    return (shown.isEmpty() ? "" : ": " + shown) + (more > 0 ? "; and " + more + " more" : "");
  }

  private ReloadReport planned(Optional<String> text) {
    Outcome<Configuration> outcome = text.map(source::read).orElseGet(source::read);
    if (!(outcome instanceof Outcome.Accepted<Configuration> accepted)) {
      return rejected((Outcome.Rejected<Configuration>) outcome);
    }
    Configuration next = inForce.withRunning(accepted.settings());
    ProxyEdit edit;
    try {
      edit = proxy.prepare(next.proxy(), RECONCILIATION);
    } catch (TooManyPointsException e) {
      return refused(List.of(), e.getMessage());
    }
    Moves moves = moves(edit);
    ReloadLines lines = ReloadLines.of(inForce, accepted.settings(), edit);
    return report(
        lines,
        moves.lines(),
        count(lines.changes().size(), "change")
            + " would be made; "
            + count(moves.sessions(), "session")
            + " would move in "
            + moves.seconds()
            + "s");
  }

  /** What an edit would move in all clusters, which move at the same time. */
  private record Moves(List<String> lines, int sessions, long seconds) {}

  private Moves moves(ProxyEdit edit) {
    List<String> lines = new ArrayList<>();
    int sessions = 0;
    long millis = 0;
    for (ClusterEdit cluster : edit.clusters()) {
      Forecast forecast = proxy.plan(edit, cluster).toCompletableFuture().join();
      String name = cluster.policy().cluster().name() + "/";
      for (Forecast.Flow flow : forecast.flows()) {
        String from = Quoting.word(name + flow.from());
        String to = Quoting.word(name + flow.to());
        lines.add("would move: " + from + " -> " + to + " sessions " + flow.sessions());
      }
      sessions += forecast.sessions();
      millis = Math.max(millis, forecast.duration().toMillis());
    }
    return new Moves(lines, sessions, (millis + 999) / 1000);
  }

  private static ReloadReport report(ReloadLines lines, List<String> moves, String summary) {
    List<String> all = new ArrayList<>(lines.changes());
    lines.warnings().forEach(line -> all.add("warning: " + line));
    lines.restarts().forEach(line -> all.add("needs a restart: " + line));
    all.addAll(moves);
    return ReloadReport.done(
        all,
        lines.restarts().isEmpty()
            ? summary
            : summary
                + "; "
                + lines.restarts().size()
                + (lines.restarts().size() == 1 ? " needs a restart" : " need a restart"));
  }

  private static ReloadReport rejected(Outcome.Rejected<Configuration> rejected) {
    List<String> lines = rejected.problems().stream().map(Problem::toString).toList();
    return refused(lines, count(lines.size(), "problem") + " in the file; nothing was changed");
  }

  private static ReloadReport refused(List<String> lines, String message) {
    return ReloadReport.refused(lines, Code.FAILED, message);
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static void log(String by, ReloadReport report) {
    boolean refused = report.refusal().isPresent();
    for (String line : report.lines().subList(0, Math.min(LOGGED_LINES, report.lines().size()))) {
      if (refused || line.startsWith("warning: ") || line.startsWith("needs a restart: ")) {
        log.warn("reload: {}", Quoting.sentence(line));
      } else {
        log.info("reload: {}", Quoting.sentence(line));
      }
    }
    if (report.lines().size() > LOGGED_LINES) {
      log.info("reload: {} more lines", report.lines().size() - LOGGED_LINES);
    }
    report
        .refusal()
        .ifPresentOrElse(
            error -> log.warn("reload refused: by={} reason={}", by, error.getMessage()),
            () -> log.info("reloaded: by={} {}", by, report.summary()));
  }

  /** Ends the reload that is under way first. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        log.error("a reload has not ended in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
