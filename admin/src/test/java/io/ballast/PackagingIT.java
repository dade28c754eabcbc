package io.ballast;

import static org.assertj.core.api.Assertions.assertThat;

import io.ballast.process.Programs;
import io.ballast.process.Spawned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that is delivered. */
final class PackagingIT {
  private static final Path JAR = Path.of(System.getProperty("ballast.jar"));
  private static final long MOST_BYTES = 10_000_000;

  /** What the build says it put in: {@code group:artifact:jar:version:scope}, with a classifier. */
  private static final Pattern BUNDLED =
      Pattern.compile(
          "^ +([\\w.-]+:[\\w.-]+):jar:(?:linux-\\w+:)?([\\w.-]+):\\w+", Pattern.MULTILINE);

  private static final Pattern NOTICE =
      Pattern.compile("^  ([\\w.-]+:[\\w.-]+)  (\\S+)  (\\S+)$", Pattern.MULTILINE);

  @TempDir private Path directory;
  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(JAR.toFile());
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  private String text(String entry) throws IOException {
    assertThat(jar.getEntry(entry)).as(entry).isNotNull();
    return new String(
        jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Map<String, String> versions(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2), (a, b) -> a, TreeMap::new));
  }

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(JAR)).isLessThan(MOST_BYTES);
  }

  @Test
  void everyLibraryInItHasItsNotice() throws IOException {
    Map<String, String> bundled =
        versions(BUNDLED, Files.readString(Path.of("target", "bundled-libraries.txt")));
    assertThat(bundled).containsKey("io.netty:netty-buffer");
    assertThat(versions(NOTICE, text("META-INF/NOTICE")))
        .as("notices, which src/main/notices/NOTICE has")
        .isEqualTo(bundled);
  }

  @Test
  void everyLicenceOfANoticeIsInIt() throws IOException {
    assertThat(text("META-INF/LICENSE")).contains("Apache License", "Version 2.0");
    List<String> others =
        NOTICE
            .matcher(text("META-INF/NOTICE"))
            .results()
            .map((MatchResult notice) -> notice.group(3))
            .filter(licence -> !licence.equals("Apache-2.0"))
            .distinct()
            .toList();
    assertThat(others).isNotEmpty();
    for (String licence : others) {
      assertThat(text("META-INF/licenses/" + licence + ".txt")).isNotBlank();
    }
  }

  @Test
  void opensNothingAndStartsNoAgent() throws IOException {
    Attributes manifest = jar.getManifest().getMainAttributes();
    assertThat(manifest.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
    assertThat(manifest.getValue("Launcher-Agent-Class")).isNull();
    assertThat(manifest.getValue("Add-Opens")).isNull();
    assertThat(manifest.getValue("Add-Exports")).isNull();
  }

  @Test
  void hasTheNativeLibrariesOfLinuxAlone() {
    assertThat(jar.stream().map(entry -> entry.getName()).filter(this::isNative))
        .containsExactlyInAnyOrder(
            "META-INF/native/libnetty_transport_native_epoll_x86_64.so",
            "META-INF/native/libnetty_transport_native_epoll_aarch_64.so");
  }

  private boolean isNative(String name) {
    return name.matches(".*\\.(so|dll|jnilib|dylib)");
  }

  /** Later Java versions warn of libraries that load native code unasked. */
  @Test
  void javaWarnsOfNothing() throws IOException {
    try (Spawned version = Programs.runBallast(directory, "version")) {
      assertThat(version.err()).isEmpty();
    }
  }
}
