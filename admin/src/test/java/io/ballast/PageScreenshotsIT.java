package io.ballast;

import io.ballast.browser.Browser;
import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import io.ballast.telnet.TextClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pictures of the page for the README, of the demonstration during a drain; made only when {@code
 * -Dballast.screenshots=DIRECTORY} asks for them.
 */
@EnabledIfSystemProperty(named = "ballast.screenshots", matches = ".+")
final class PageScreenshotsIT {
  @TempDir private Path directory;

  private static int port(Spawned demo, String prefix) {
    String line = demo.awaitLine(prefix);
    return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  @Test
  void pageDuringADrain() throws Exception {
    Path to = Files.createDirectories(Path.of(System.getProperty("ballast.screenshots")));
    try (Browser browser = Browser.start(directory);
        Spawned demo =
            Spawned.start(
                directory, Map.of(), Programs.ballast("demo", "--still", "--sets", "2400"))) {
      demo.awaitLine("Ctrl-C ends it.");
      browser.show(1280, 900, false);
      browser.open("http://127.0.0.1:" + port(demo, "http ") + "/");
      browser.await(
          "all are connected", "document.querySelector('#figures dd')?.textContent === '2,400'");
      for (int samples : new int[] {4, 8}) {
        browser.await(
            "something to see in the timelines",
            "fetch('/api/history?cluster=demo').then(r => r.json())"
                + ".then(h => h.nodes.hub.length > "
                + samples
                + ")");
      }
      try (TextClient operator =
          TextClient.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port(demo, "telnet ")))) {
        operator.ask("SETWEIGHT ap-2 20 OVER 10m STEPS 10");
        operator.ask("DRAIN na-1");
      }
      browser.await(
          "sessions move", "document.querySelector('#verdict').textContent.includes('on the way')");
      for (int width : new int[] {390, 1280, 2560}) {
        for (boolean dark : new boolean[] {false, true}) {
          int height = width == 390 ? 844 : width * 9 / 16;
          browser.show(width, height, dark);
          browser.eval("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))");
          Files.write(
              to.resolve("page-" + width + (dark ? "-dark" : "-light") + ".png"),
              Base64.getDecoder()
                  .decode(browser.screenshot(width, height, width > 2000 ? 0.5 : 1)));
        }
      }
    }
  }
}
