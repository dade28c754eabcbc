package io.ballast;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages around the engine, and which of each other they may use. All may use the engine. */
final class AdminPackagesTest {
  private static final String ROOT = "io.ballast";

  /** Each package, and those of the others that it may use; the root composes them all. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("command", List.of()),
          Map.entry("channel", List.of()),
          Map.entry("telnet", List.of("command", "channel")),
          Map.entry("http", List.of("command", "channel")),
          Map.entry("ctl", List.of("command")),
          Map.entry("store", List.of()),
          Map.entry("metrics", List.of()),
          Map.entry("sessionlog", List.of("command")),
          Map.entry("conf", List.of("command", "telnet", "http", "store", "sessionlog")),
          Map.entry("sim", List.of()),
          Map.entry("systemd", List.of()),
          Map.entry("logging", List.of()));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  private static String[] packages(Stream<String> names) {
    return names.map(name -> ROOT + "." + name + "..").toArray(String[]::new);
  }

  @Test
  void packagesUseOnlyThoseTheyMay() {
    String[] all = packages(MAY_USE.keySet().stream());
    MAY_USE.forEach(
        (name, uses) ->
            classes()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(
                    resideOutsideOfPackages(all)
                        .or(
                            resideInAnyPackage(
                                packages(Stream.concat(Stream.of(name), uses.stream())))))
                .check(CLASSES));
  }

  @Test
  void commandsKnowNoNetty() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".command..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
  }

  @Test
  void everyPackageIsKnown() {
    JavaClasses own =
        new ClassFileImporter()
            .withImportOption(location -> location.contains("/admin/target/classes/"))
            .importPackages(ROOT);
    Set<String> there =
        own.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(ROOT + "."))
            .map(name -> name.substring(ROOT.length() + 1).replaceFirst("\\..*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(there).isEqualTo(new TreeSet<>(MAY_USE.keySet()));
  }
}
