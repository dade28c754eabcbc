package io.ballast.conf;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import io.ballast.conf.KeyScan.Include;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a file and what it includes, and reports what is not HOCON. An include names a file,
 * relative to the file that it stands in, and the file must be there. Owned by the thread that
 * reads.
 */
final class SourceReader {
  private static final ConfigObject NOTHING = ConfigFactory.empty().root();
  private static final String REMEDY_PATH = "check the path, and that this user may read it";

  private final Problems problems;
  private final Deque<Path> open = new ArrayDeque<>();
  private boolean broken;

  SourceReader(Problems problems) {
    this.problems = problems;
  }

  /** A file with all that it includes, or empty if some of it could not be read or parsed. */
  Optional<SourceFile> read(Path file) {
    SourceFile source = read(file, new Place(file.toString(), 0), "");
    return broken ? Optional.empty() : Optional.of(source);
  }

  /** Reads a text that is not in a file system, such as a packaged one. It cannot include files. */
  Optional<SourceFile> read(String name, String text) {
    SourceFile source = source(name, text, null);
    return broken ? Optional.empty() : Optional.of(source);
  }

  private SourceFile read(Path file, Place blame, String what) {
    String name = file.toString();
    try {
      return source(name, Files.readString(file), file);
    } catch (NoSuchFileException e) {
      breakOff(blame, what + "there is no such file: " + REMEDY_PATH);
    } catch (CharacterCodingException e) {
      breakOff(blame, what + "the text is not UTF-8: save it as UTF-8");
    } catch (IOException e) {
      String reason = Files.isDirectory(file) ? "this is a folder" : "it cannot be read";
      breakOff(blame, what + reason + ": " + REMEDY_PATH);
    }
    return new SourceFile(name, NOTHING, KeyScanner.scan(""), List.of());
  }

  private SourceFile source(String name, String text, Path file) {
    KeyScan scan = KeyScanner.scan(text);
    new DoubledKeys(scan).report(name, problems);
    List<SourceFile> included = new ArrayList<>();
    ConfigObject root = NOTHING;
    if (scan.deepestLine() > 0) {
      breakOff(
          new Place(name, scan.deepestLine()),
          "objects and lists are nested more than " + KeyScanner.MAX_DEPTH + " deep: close some");
    } else {
      root = parse(name, text, scan, target -> include(target, name, file, scan, included));
    }
    return new SourceFile(name, root, scan, List.copyOf(included));
  }

  private ConfigObject parse(String name, String text, KeyScan scan, FileIncluder.Reader includes) {
    ConfigParseOptions options =
        ConfigParseOptions.defaults()
            .setSyntax(ConfigSyntax.CONF)
            .setOriginDescription(name)
            .setIncluder(new FileIncluder(includes));
    try {
      return ConfigFactory.parseString(text, options).root();
    } catch (ConfigException e) {
      Place place = Faults.place(e, name);
      breakOff(place, hidesSecret(text, place.line()) ? Faults.UNQUOTED : syntax(e, scan));
      return NOTHING;
    }
  }

  private static String syntax(ConfigException fault, KeyScan scan) {
    String text = Faults.text(fault);
    return scan.unclosedLine() > 0 && text.endsWith("end of file")
        ? "the file ends, and what is opened on line " + scan.unclosedLine() + " is not closed"
        : Syntax.explain(text);
  }

  /** A parser quotes the text that it stumbles over, which must not be a secret. */
  private static boolean hidesSecret(String text, int line) {
    return text.lines()
        .skip(Math.max(0, line - 2))
        .limit(2)
        .anyMatch(l -> l.toLowerCase(Locale.ROOT).contains("secret"));
  }

  private ConfigObject include(
      String target, String name, Path file, KeyScan scan, List<SourceFile> included) {
    int number = included.size();
    List<Include> includes = scan.includes();
    Place place = new Place(name, number < includes.size() ? includes.get(number).line() : 0);
    SourceFile source = readIncluded(target, file, place);
    included.add(source);
    return source.root();
  }

  /** Reports what leaves the keys incomplete, so that none can be called missing or unknown. */
  private void breakOff(Place place, String text) {
    problems.add(place, text);
    broken = true;
  }

  private SourceFile readIncluded(String target, Path file, Place place) {
    SourceFile nothing = new SourceFile(target, NOTHING, KeyScanner.scan(""), List.of());
    String what = "include \"" + target + "\": ";
    boolean path = !target.isEmpty() && target.indexOf(':') < 0 && target.indexOf('\0') < 0;
    if (file == null || !path) {
      breakOff(place, what + "an include names a file, relative to the one that it stands in");
      return nothing;
    }
    Path included = file.resolveSibling(target);
    open.push(file.toAbsolutePath().normalize());
    try {
      if (open.contains(included.toAbsolutePath().normalize())) {
        breakOff(place, what + "the file includes itself: take one of the includes out");
        return nothing;
      }
      return read(included, place, what);
    } finally {
      open.pop();
    }
  }
}
