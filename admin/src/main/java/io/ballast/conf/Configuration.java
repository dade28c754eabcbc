package io.ballast.conf;

import static java.util.Objects.requireNonNull;

import io.ballast.ClusterPolicy;
import io.ballast.ProxySettings;
import io.ballast.http.HttpSettings;
import io.ballast.relay.CongestionControl;
import io.ballast.relay.ListenerSettings;
import io.ballast.relay.LoopSettings;
import io.ballast.sessionlog.SessionLogSettings;
import io.ballast.store.StoreSettings;
import io.ballast.telnet.TelnetSettings;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that a configuration file says.
 *
 * @param proxy the clusters and the listeners in front of them
 * @param telnet the operator's text channel
 * @param http the admin HTTP address
 * @param store where changes at run time are kept
 * @param sessionLog what is logged of sessions that have ended
 */
public record Configuration(
    ProxySettings proxy,
    TelnetSettings telnet,
    HttpSettings http,
    StoreSettings store,
    SessionLogSettings sessionLog) {
  /** Checks that no part is missing. */
  public Configuration {
    requireNonNull(proxy, "proxy");
    requireNonNull(telnet, "telnet");
    requireNonNull(http, "http");
    requireNonNull(store, "store");
    requireNonNull(sessionLog, "sessionLog");
  }

  /**
   * Reads a file. Nothing is thrown for what is in it or for its absence.
   *
   * @param environment what {@code ${NAME}} means if no key is called so
   */
  public static Outcome<Configuration> read(Path file, Map<String, String> environment) {
    return new ConfigurationFile(environment).read(file, Configuration::build);
  }

  /**
   * Reads a text that has no file, such as a packaged one; it can include none.
   *
   * @param name what problems call it
   * @param environment what {@code ${NAME}} means if no key is called so
   */
  public static Outcome<Configuration> read(
      String name, String text, Map<String, String> environment) {
    return new ConfigurationFile(environment).read(name, text, Configuration::build);
  }

  /**
   * The file with what it includes and what its substitutions stand for, as one text that needs
   * neither; secrets are in it. It is empty if the file cannot be resolved.
   *
   * @param environment what {@code ${NAME}} means if no key is called so
   */
  public static Optional<String> resolved(Path file, Map<String, String> environment) {
    return new ConfigurationFile(environment).resolved(file);
  }

  /** This with clusters and listeners that can change while the process runs, from another. */
  public Configuration withRunning(Configuration other) {
    return new Configuration(other.proxy.withLoops(proxy.loops()), telnet, http, store, sessionLog);
  }

  private static Configuration build(Section top) {
    return build(top, TlsReader.WITH_FILES);
  }

  static Configuration build(Section top, TlsReader tls) {
    top.require("clusters");
    top.require("listeners");
    Set<String> listenerNames = new LinkedHashSet<>(top.names("listeners"));
    Set<String> clusterNames = new LinkedHashSet<>(top.names("clusters"));
    LoopSettings loops = top.section("loops", LoopSettings.DEFAULT, Configuration::loops);
    Form<CongestionControl> congestion = congestionControl(loops);
    Binds binds = new Binds();
    ListenerReader listenerReader = new ListenerReader(clusterNames, binds, congestion, tls);
    Map<String, ClusterPolicy> clusters =
        top.named(
            "clusters", (name, s) -> ClusterReader.read(name, s, listenerNames, congestion, tls));
    Map<String, ListenerSettings> listeners = top.named("listeners", listenerReader::read);
    AdminSettings admin =
        top.section("admin", AdminSettings.defaults(), s -> AdminReader.read(s, binds));
    StoreSettings store = top.section("store", StoreSettings.DEFAULT, Configuration::store);
    SessionLogSettings sessionLog =
        top.section("session-log", SessionLogSettings.DEFAULT, Configuration::sessionLog);
    return new Configuration(
        new ProxySettings(List.copyOf(clusters.values()), List.copyOf(listeners.values()), loops),
        admin.telnet(),
        admin.http(),
        store,
        sessionLog);
  }

  private static SessionLogSettings sessionLog(Section s) {
    SessionLogSettings defaults = SessionLogSettings.DEFAULT;
    return new SessionLogSettings(
        s.get("lines", Form.word(SessionLogSettings.Lines.class), defaults.lines()),
        s.get("queue", Form.whole(), defaults.queue()));
  }

  private static StoreSettings store(Section s) {
    Form<StoreSettings> form =
        Form.parsed(
            text ->
                text.isEmpty()
                    ? StoreSettings.NONE
                    : new StoreSettings(Optional.of(Path.of(text))));
    return s.get("file", form, StoreSettings.DEFAULT);
  }

  /** Reads an algorithm that the system has, for connections on these loops. */
  private static Form<CongestionControl> congestionControl(LoopSettings loops) {
    return Form.checked(
        Form.parsed(CongestionControl::new),
        named -> {
          named.check(loops);
          return named;
        });
  }

  private static LoopSettings loops(Section s) {
    LoopSettings defaults = LoopSettings.DEFAULT;
    return new LoopSettings(
        s.get("threads", Form.whole(), defaults.threads()),
        s.get("transport", Form.word(LoopSettings.TransportChoice.class), defaults.transport()));
  }
}
