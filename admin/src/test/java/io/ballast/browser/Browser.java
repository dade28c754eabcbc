package io.ballast.browser;

import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Debian's chromium without a window, with one page open. What the page complains of on its console
 * is kept. Belongs to the test's thread; closing it kills it.
 */
public final class Browser implements AutoCloseable {
  private final Spawned process;
  private final DevTools tools;
  private final String session;
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

  /** Starts it, with its files in the directory. */
  public static Browser start(Path directory) throws IOException {
    Programs.assumeInstalled("chromium", "chromium");
    return new Browser(directory);
  }

  private Browser(Path parent) throws IOException {
    Path profile = Files.createTempDirectory(parent, "chromium");
    process =
        Spawned.start(
            parent,
            Map.of("HOME", profile.toString()),
            "chromium",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--no-first-run",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "about:blank");
    try {
      Path port = profile.resolve("DevToolsActivePort");
      Awaitility.await("chromium listens")
          .atMost(Spawned.PATIENCE)
          .until(() -> Files.exists(port) && Files.readAllLines(port).size() >= 2);
      List<String> lines = Files.readAllLines(port);
      tools =
          new DevTools(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)), this::happened);
      Object target =
          tools.call("", "Target.createTarget", Map.of("url", "about:blank")).get("targetId");
      session =
          (String)
              tools
                  .call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                  .get("sessionId");
      for (String domain : new String[] {"Page", "Runtime", "Log"}) {
        call(domain + ".enable", Map.of());
      }
    } catch (RuntimeException | IOException failure) {
      process.close();
      throw failure;
    }
  }

  private void happened(String event, Map<String, Object> parameters) {
    switch (event) {
      case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
      case "Runtime.consoleAPICalled" -> {
        if (List.of("error", "warning", "assert").contains(parameters.get("type"))) {
          complaints.add(parameters.toString());
        }
      }
      case "Log.entryAdded" -> {
        Map<String, Object> entry = DevTools.object(parameters.get("entry"));
        if (List.of("error", "warning").contains(entry.get("level"))) {
          complaints.add(entry.toString());
        }
      }
      default -> {}
    }
  }

  private Map<String, Object> call(String method, Map<String, Object> parameters) {
    return tools.call(session, method, parameters);
  }

  /** Errors and warnings of the page so far. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Goes to an address. */
  public void open(String url) {
    call("Page.navigate", Map.of("url", url));
  }

  /** Gives the page that many pixels, on a phone or not, in a dark room or not. */
  public void show(int width, int height, boolean dark) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** The value of an expression, which may be a promise. */
  public Object eval(String expression) {
    Map<String, Object> result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    if (result.containsKey("exceptionDetails")) {
      throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
    }
    return DevTools.object(result.get("result")).get("value");
  }

  /** Waits until an expression is true. */
  public void await(String what, String expression) {
    Awaitility.await(what)
        .atMost(Spawned.PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              if (!Boolean.TRUE.equals(
                  eval("Promise.resolve(" + expression + ").then(it => !!it)"))) {
                throw new AssertionError(
                    expression + " on " + eval("document.body.innerText") + complaints());
              }
            });
  }

  /** The text of the first element that a selector finds. */
  public String text(String selector) {
    return String.valueOf(eval("document.querySelector(" + quoted(selector) + ").innerText"));
  }

  /** Clicks with the mouse in the middle of the first element that a selector finds. */
  public void click(String selector) {
    await(selector + " is there", "document.querySelector(" + quoted(selector) + ")");
    Object at =
        eval(
            "(() => { const e = document.querySelector("
                + quoted(selector)
                + "); e.scrollIntoView({block: 'center', behavior: 'instant'});"
                + " const r = e.getBoundingClientRect();"
                + " return (r.x + r.width / 2) + ' ' + (r.y + r.height / 2); })()");
    String[] point = at.toString().split(" ", 2);
    for (String type : new String[] {"mousePressed", "mouseReleased"}) {
      call(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              Double.valueOf(point[0]),
              "y",
              Double.valueOf(point[1]),
              "button",
              "left",
              "clickCount",
              1));
    }
  }

  /** Selects what is in a field, and types something else. */
  public void type(String selector, String text) {
    eval(
        "(() => { const e = document.querySelector("
            + quoted(selector)
            + "); e.focus(); e.select(); })()");
    call("Input.insertText", Map.of("text", text));
  }

  /** Presses a key, such as {@code Enter} or {@code Tab}. */
  public void press(String key) {
    Map<String, Object> codes = Map.of("Enter", 13, "Tab", 9, "Escape", 27);
    for (String type : new String[] {"keyDown", "keyUp"}) {
      Map<String, Object> event = new HashMap<>();
      event.put("type", type);
      event.put("key", key);
      event.put("code", key);
      event.put("windowsVirtualKeyCode", codes.get(key));
      if (key.equals("Enter")) {
        event.put("text", "\r");
      }
      call("Input.dispatchKeyEvent", event);
    }
  }

  /** A picture of the page's upper left corner on a scale, as PNG in base 64. */
  public String screenshot(int width, int height, double scale) {
    Map<String, Object> clip =
        Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", scale);
    return (String)
        call("Page.captureScreenshot", Map.of("format", "png", "clip", clip)).get("data");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  @Override
  public void close() {
    // Its processes end one after the other; killed, some would still write into their files.
    try (process) {
      tools.call("", "Browser.close", Map.of());
      process.awaitExit();
    } finally {
      tools.abort();
    }
  }
}
