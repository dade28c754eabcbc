package io.ballast.conf;

import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;

/** Hands every form of include to one reader, in place of the parser's own search for files. */
final class FileIncluder
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

  /** Reads what an include statement names. */
  @FunctionalInterface
  interface Reader {
    ConfigObject read(String target);
  }

  private final Reader reader;

  FileIncluder(Reader reader) {
    this.reader = reader;
  }

  /** There is no fallback: an include that is not found is a problem. */
  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return this;
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    return reader.read(what);
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    return reader.read(what.getPath());
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    return reader.read(what.toString());
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    return reader.read("classpath:" + what);
  }
}
