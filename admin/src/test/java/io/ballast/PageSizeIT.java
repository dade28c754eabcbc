package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.browser.Browser;
import io.ballast.process.Serving;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the page costs with many nodes: the bytes of an event, the elements of the document, and the
 * time to bring them up to date, which is printed.
 */
final class PageSizeIT {
  private static final int ZONES = 6;

  /** An event is the status as a whole. */
  private static final int BYTES_PER_NODE = 400;

  /** Of each zone that many nodes are shown until one asks for all. */
  private static final int ROWS_OF_A_ZONE = 40;

  private static final int ELEMENTS_OF_A_ROW = 40;
  private static final int OTHER_ELEMENTS = 500;

  /** Far more than it takes, for a machine that does other things too. */
  private static final double MOST_MILLIS = 5_000;

  /** The length of the first event of a kind. */
  private static final String EVENT =
      """
      fetch('/api/events').then(async (response) => {
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = ''; ; text += (await reader.read()).value) {
          const event = text.match(/event: status\\ndata: (.*)\\n\\n/);
          if (event) { await reader.cancel(); return event[0].length; }
        }
      })""";

  /** The times to show all nodes at first, with nothing new, and with something new of each. */
  private static final String TIMES =
      """
      Promise.all([import('/nodes.js'), fetch('/api/status').then(r => r.json())]).then(([m, all]) => {
        const parent = document.createElement('div');
        document.createElement('section').append(parent);
        const samples = Array.from({length: 360}, (_, i) => i);
        const cluster = all.clusters[0];
        const nodes = Object.fromEntries(cluster.nodes.map(n => [n.name, samples]));
        const view = {cluster, history: {periodSeconds: 10, version: 1, nodes}, filter: '',
            attention: false, onChange() {}, onSessions() {}, again() {}};
        const timed = (work) => { const t = performance.now(); work(); return performance.now() - t; };
        const show = () => timed(() => m.showZones(parent, view));
        const first = show();
        parent.querySelectorAll('.more').forEach(it => it.click());
        const unfolded = show();
        const same = show();
        view.cluster = {...cluster, nodes: cluster.nodes.map(n => ({...n, live: n.live + 1}))};
        const changed = show();
        return [parent.querySelectorAll('tbody tr').length, first, unfolded, same, changed].join(' ');
      })""";

  @TempDir private Path directory;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    browser = Browser.start(directory);
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private Serving serve(int nodes) throws Exception {
    StringBuilder text = new StringBuilder("clusters.phones { health.interval = 0s, zones {\n");
    IntStream.range(1, ZONES).forEach(zone -> text.append("zone-" + zone + " {}\n"));
    text.append("}\nnodes {\n");
    for (int i = 0; i < nodes; i++) {
      String zone = i % ZONES == 0 ? "default" : "zone-" + i % ZONES;
      text.append("node-%04d { address = \"127.0.0.1:1\", weight = 10,".formatted(i))
          .append(" zone = %s }\n".formatted(zone));
    }
    text.append("} }\nlisteners.sets { cluster = phones, bind = \"127.0.0.1:0\" }\n");
    return Serving.start(directory, text.toString());
  }

  private int number(String expression) {
    return ((Number) browser.eval(expression)).intValue();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 1000})
  void thePageStaysSmallHoweverManyNodesThereAre(int nodes) throws Exception {
    try (Serving proxy = serve(nodes)) {
      browser.show(1280, 900, false);
      browser.open("http://127.0.0.1:" + proxy.http().getPort() + "/");
      browser.await("the nodes", "document.querySelectorAll('.zone tbody tr').length >= 50");

      int bytes = number(EVENT);
      int elements = number("document.querySelectorAll('*').length");
      int rows = number("document.querySelectorAll('.zone tbody tr').length");
      String[] times = String.valueOf(browser.eval(TIMES)).split(" ", 5);
      System.out.printf(
          "%d nodes: %d bytes an event, %d rows in %d elements; first shown in %s ms, all %s rows in"
              + " %s ms, nothing new %s ms, all new %s ms%n",
          nodes, bytes, rows, elements, times[1], times[0], times[2], times[3], times[4]);

      assertThat(bytes).isLessThan(nodes * BYTES_PER_NODE + 4_000);
      assertThat(rows).isEqualTo(Math.min(nodes, ZONES * ROWS_OF_A_ZONE));
      assertThat(elements).isLessThan(rows * ELEMENTS_OF_A_ROW + OTHER_ELEMENTS);
      assertThat(times[0]).isEqualTo(Integer.toString(nodes));
      assertThat(times)
          .allSatisfy(time -> assertThat(Double.parseDouble(time)).isLessThan(MOST_MILLIS));
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
