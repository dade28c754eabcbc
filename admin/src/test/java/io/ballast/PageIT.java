package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.browser.Browser;
import io.ballast.cluster.HostPort;
import io.ballast.process.Serving;
import io.ballast.process.Spawned;
import io.ballast.sim.EchoBackend;
import io.ballast.sim.Habits;
import io.ballast.sim.SimulatedSets;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, in front of real sessions. */
final class PageIT {
  private static final int SETS = 60;
  private static final String SECRET = "öffne \"dich\" : sesam";

  @TempDir private Path directory;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final List<EchoBackend> nodes = new ArrayList<>();
  private Browser browser;
  private SimulatedSets sets;

  @BeforeEach
  void startBrowser() throws Exception {
    browser = Browser.start(directory);
  }

  @AfterEach
  void end() {
    if (sets != null) {
      sets.close();
    }
    if (browser != null) {
      browser.close();
    }
    nodes.forEach(EchoBackend::close);
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private Serving serve(String more) throws Exception {
    StringBuilder text = new StringBuilder("clusters.phones { zones { asia {} }\nnodes {\n");
    for (String name : List.of("a", "b", "c d")) {
      EchoBackend node =
          EchoBackend.start(
              name, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), loops);
      nodes.add(node);
      HostPort address = new HostPort("127.0.0.1", node.address().getPort());
      text.append("\"%s\" { address = \"%s\" }\n".formatted(name, address));
    }
    text.append("}\nbalance { residency = 0s, cool-down = 0s, quiet = 100ms } }\n")
        .append("listeners.sets { cluster = phones, bind = \"127.0.0.1:0\",")
        .append(" identity { line = \"^HELLO (?P<id>\\\\S+)\" } }\n")
        .append(more);
    return Serving.start(directory, Map.of("SECRET", SECRET), text.toString(), "");
  }

  private void connectSets(Serving proxy) {
    sets =
        new SimulatedSets(
            IntStream.range(0, SETS).mapToObj(i -> "phone-" + i).toList(),
            proxy.listener("sets"),
            loops,
            Habits.CALM,
            new SplittableRandom(7));
    await("all are connected").atMost(Spawned.PATIENCE).until(() -> sets.connected() == SETS);
  }

  private void openPage(Serving proxy) {
    browser.show(1280, 900, false);
    browser.open("http://127.0.0.1:" + proxy.http().getPort() + "/");
  }

  private static String row(String node) {
    return "[...document.querySelectorAll('.zone tbody tr')].find(r => r.dataset.key === '"
        + node
        + "')";
  }

  @Test
  void itShowsADrainOfRealSessionsAsItHappens() throws Exception {
    try (Serving proxy = serve("")) {
      connectSets(proxy);
      openPage(proxy);
      browser.await("every session", "document.querySelector('#figures dd').textContent === '60'");
      browser.await("a bar", row("a") + ".querySelector('.live').offsetWidth > 0");
      browser.await(
          "a timeline",
          row("a") + ".querySelector('.timeline .line').getAttribute('d').length > 4");
      browser.await(
          "a sample of the hour",
          "fetch('/api/history?cluster=phones').then(r => r.json())"
              + ".then(h => h.nodes.a.some(live => live > 0))");
      proxy.make("DRAIN a");
      browser.await("it is drained", row("a") + ".querySelector('.state').textContent === 'empty'");
      browser.await(
          "no bar", row("a") + ".querySelector('.figures').textContent.startsWith('0 live')");
      browser.await(
          "who did it",
          "document.querySelector('#changes').innerText.includes('weight of a: 100 -> 0')"
              + " && document.querySelector('#changes .by').textContent.includes('127.0.0.1:')");
      browser.await(
          "the listener", "document.querySelector('#listeners tbody').innerText.includes('sets')");
      browser.open("about:blank");
      openPage(proxy);
      browser.await(
          "history outlives a reload",
          row("a") + ".querySelector('.timeline').getAttribute('aria-label').match(/to [1-9]/)");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aWeightIsChangedByClicksAfterAPreview() throws Exception {
    try (Serving proxy = serve("")) {
      connectSets(proxy);
      openPage(proxy);
      browser.await("every session", "document.querySelector('#figures dd').textContent === '60'");
      browser.click("button[aria-label='Change c d']");
      browser.await("the dialog", "document.querySelector('#dialog').open");
      browser.type("#dialog input[name=weight]", "0");
      assertThat(browser.eval("document.querySelector('#dialog .apply').disabled"))
          .as("no change without a preview")
          .isEqualTo(true);
      browser.press("Enter");
      browser.await(
          "the forecast",
          "document.querySelector('#dialog .forecast')?.textContent.includes('would move in')");
      assertThat(browser.text("#dialog code")).isEqualTo("SETWEIGHT \"c d\" 0");
      assertThat(proxy.ask("WEIGHTS")).contains("\"c d\": 100");
      browser.click("#dialog .apply");
      browser.await("it is done", "document.querySelector('#dialog .done')");
      await("its sessions have left")
          .atMost(Spawned.PATIENCE)
          .until(() -> proxy.ask("LOAD").contains("\"c d\": 0"));
      assertThat(proxy.logged("by=http/127.0.0.1:")).isNotEmpty();
      browser.press("Escape");
      browser.await("the dialog is closed", "!document.querySelector('#dialog').open");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aRampIsCancelledAndASetIsPinned() throws Exception {
    try (Serving proxy = serve("")) {
      connectSets(proxy);
      proxy.make("SETWEIGHT a 200 OVER 1h");
      openPage(proxy);
      browser.click("button[aria-label='Cancel the ramp of a']");
      confirm();
      browser.await("no ramp", "document.querySelector('#progress').hidden");
      browser.press("Escape");
      browser.click("button[aria-label='Sessions of b']");
      browser.await("its sessions", "document.querySelectorAll('#dialog tbody tr').length > 0");
      String set = browser.text("#dialog tbody th");
      browser.click("#dialog tbody button");
      confirm();
      assertThat(proxy.logged("by=http/127.0.0.1:")).anyMatch(line -> line.contains(set));
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void whatIsPinnedIsListedAndUnpinned() throws Exception {
    try (Serving proxy = serve("")) {
      proxy.make("PIN \"desk 1\" a");
      openPage(proxy);
      browser.await(
          "the count", "document.querySelector('#pins').textContent === 'Pinned sets (1)…'");
      browser.click("#pins");
      browser.await(
          "the pin", "document.querySelector('#dialog tbody')?.innerText.includes('on a')");
      assertThat(browser.text("#dialog tbody th")).isEqualTo("desk 1");
      browser.click("#dialog tbody button");
      confirm();
      assertThat(proxy.ask("AFFINITY PINS")).hasSize(2);
      browser.press("Escape");
      browser.await("none", "document.querySelector('#pins').textContent === 'Pinned sets…'");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void itShowsGuestsDeadlinesAndReloads() throws Exception {
    try (Serving proxy = serve("")) {
      connectSets(proxy);
      proxy.make("MOVE_NODE b asia");
      proxy.make("SETBACKUP asia default");
      proxy.make("SETZONE phone-1 asia");
      proxy.make("SETWEIGHT b 0");
      proxy.make("DRAIN a DEADLINE 1h FORCE");
      proxy.make("RELOAD");
      openPage(proxy);
      browser.await(
          "a guest",
          "[...document.querySelectorAll('.figures')].some(it => it.textContent.includes('1 of them guests'))");
      browser.await(
          "the deadline",
          row("a") + ".querySelector('.deadline').textContent.startsWith('deadline in ')");
      browser.await(
          "the reload",
          "document.querySelector('#changes').innerText.includes('reload: 0 changes')");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private void confirm() {
    browser.await("the form", "document.querySelector('#dialog button[type=submit]')");
    browser.click("#dialog button[type=submit]");
    browser.await("the preview", "!document.querySelector('#dialog .apply').disabled");
    browser.click("#dialog .apply");
    browser.await("it is done", "document.querySelector('#dialog .done')");
  }

  @Test
  void theSecretIsAskedForAndAWrongOneRefused() throws Exception {
    try (Serving proxy = serve("admin.secret = ${SECRET}\n")) {
      openPage(proxy);
      browser.await("the question", "!document.querySelector('#access').hidden");
      assertThat(browser.eval("document.querySelector('#main').hidden")).isEqualTo(true);
      assertThat(browser.complaints()).as("before a secret is given").isEmpty();
      browser.type("#secret", "wrong");
      browser.press("Enter");
      browser.await(
          "it is refused",
          "document.querySelector('#access-answer').textContent.startsWith('wrong secret')");
      await("the lock-out ends")
          .atMost(Spawned.PATIENCE)
          .untilAsserted(
              () -> {
                browser.type("#secret", SECRET);
                browser.press("Enter");
                browser.await(
                    "an answer",
                    "document.querySelector('#access').hidden"
                        + " || document.querySelector('#access-answer').textContent !== ''");
                assertThat(browser.eval("document.querySelector('#main').hidden")).isEqualTo(false);
              });
      assertThat(browser.eval("JSON.stringify([localStorage.length, document.cookie])"))
          .isEqualTo("[0,\"\"]");
    }
  }

  @Test
  void itFitsAPhoneAndAWall() throws Exception {
    try (Serving proxy = serve("")) {
      openPage(proxy);
      browser.await("the nodes", row("a"));
      for (int width : new int[] {360, 768, 1280, 2560}) {
        browser.show(width, 800, width == 768);
        browser.await(
            "nothing is cut off at " + width,
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth");
      }
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void everyControlHasANameAndCanBeReachedByKeyboard() throws Exception {
    try (Serving proxy = serve("")) {
      openPage(proxy);
      browser.await("the nodes", row("a"));
      Object nameless =
          browser.eval(
              "[...document.querySelectorAll('button, input, [role=img], progress')]"
                  + ".filter(e => e.offsetParent !== null && !(e.getAttribute('aria-label')"
                  + " || e.innerText || e.labels?.length)).map(e => e.outerHTML).join()");
      assertThat(nameless).isEqualTo("");
      browser.eval("document.activeElement.blur()");
      List<String> reached = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        browser.press("Tab");
        reached.add(
            String.valueOf(
                browser.eval(
                    "document.activeElement.getAttribute('aria-label')"
                        + " ?? document.activeElement.innerText")));
      }
      assertThat(reached).contains("Skip to the nodes", "Change a", "Sessions of a", "Change b");
    }
  }
}
