package io.ballast;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
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

/** The packages of the engine, and which of them may use which. */
final class PackagesTest {
  private static final String ROOT = "io.ballast";

  /** Each package under the root, and those that it may use. */
  private static final Map<String, List<String>> MAY_USE =
      Map.of(
          "ring", List.of(),
          "cluster", List.of("ring"),
          "placement", List.of("ring", "cluster"),
          "session", List.of("cluster", "placement"),
          "balance", List.of("ring", "cluster", "placement", "session"),
          "health", List.of("cluster"),
          "identity", List.of("cluster"),
          "access", List.of("cluster"),
          "relay",
              List.of("ring", "cluster", "placement", "session", "health", "identity", "access"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  @Test
  void packagesFormNoCycle() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void everyPackageIsKnown() {
    Set<String> known = new TreeSet<>(MAY_USE.keySet());
    Set<String> there =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> !name.equals(ROOT))
            .map(name -> name.substring(ROOT.length() + 1).replaceFirst("\\..*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(known).containsAll(there);
  }

  @Test
  void packagesUseOnlyThoseTheyMay() {
    MAY_USE.forEach(
        (name, uses) -> {
          String[] allowed =
              Stream.concat(Stream.of(name), uses.stream())
                  .map(used -> ROOT + "." + used + "..")
                  .toArray(String[]::new);
          classes()
              .that()
              .resideInAPackage(ROOT + "." + name + "..")
              .should()
              .onlyDependOnClassesThat(
                  resideOutsideOfPackage(ROOT + "..").or(resideInAnyPackage(allowed)))
              .allowEmptyShould(true)
              .check(CLASSES);
        });
  }
}
