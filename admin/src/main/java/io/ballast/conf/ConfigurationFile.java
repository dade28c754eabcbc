package io.ballast.conf;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a file, or a text, into what a function builds from its keys. It throws for no input. */
final class ConfigurationFile {
  private final Map<String, String> environment;

  /** A reader whose substitutions see the given environment variables. */
  ConfigurationFile(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Reads the object {@code ballast} of a file; what {@code build} asks for are the known keys. */
  <T> Outcome<T> read(Path file, Function<Section, T> build) {
    Problems problems = new Problems();
    SourceReader reader = new SourceReader(problems);
    return outcome(problems, reader.read(file).flatMap(source -> build(source, problems, build)));
  }

  /** Reads a text, which cannot include files, under the name that problems show. */
  <T> Outcome<T> read(String name, String text, Function<Section, T> build) {
    Problems problems = new Problems();
    SourceReader reader = new SourceReader(problems);
    return outcome(
        problems, reader.read(name, text).flatMap(source -> build(source, problems, build)));
  }

  /** A file as one text without includes and substitutions; empty if it has a fault in these. */
  Optional<String> resolved(Path file) {
    Problems problems = new Problems();
    return new SourceReader(problems)
        .read(file)
        .flatMap(source -> resolve(source, problems))
        .filter(root -> problems.isEmpty())
        .map(root -> root.render(ConfigRenderOptions.concise()));
  }

  private static <T> Outcome<T> outcome(Problems problems, Optional<T> built) {
    return problems.isEmpty() && built.isPresent()
        ? new Outcome.Accepted<>(built.get())
        : new Outcome.Rejected<>(problems.sorted());
  }

  private <T> Optional<T> build(SourceFile source, Problems problems, Function<Section, T> build) {
    KeyIndex index = KeyIndex.of(source);
    Reading reading = Reading.of(index, problems);
    return resolve(source, problems)
        .map(root -> new Document(source.name(), root, index))
        .flatMap(document -> Section.read(document, reading, root -> top(root, build)))
        .flatMap(Function.identity());
  }

  private static <T> Optional<T> top(Section root, Function<Section, T> build) {
    return root.requireSection(KeyPath.TOP, build);
  }

  private Optional<ConfigObject> resolve(SourceFile source, Problems problems) {
    ConfigResolveOptions options =
        ConfigResolveOptions.noSystem()
            .appendResolver(new Substitutions(source, environment, problems));
    try {
      return Optional.of(source.root().toConfig().resolve(options).root());
    } catch (ConfigException e) {
      problems.add(Faults.place(e, source.name()), Syntax.explain(Faults.text(e)));
      return Optional.empty();
    }
  }
}
