package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Finding;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Every rule keeps what its own examples promise. */
final class RuleExamplesTest {

    private static final RuleSet RULES = RuleSet.load();

    @TestFactory
    Stream<DynamicTest> everyExampleDoesWhatItSays() {
        return RULES.rules().stream()
                .flatMap(
                        rule ->
                                rule.examples().stream()
                                        .map(
                                                example ->
                                                        DynamicTest.dynamicTest(
                                                                rule.info().id()
                                                                        + ": "
                                                                        + example.name(),
                                                                () -> check(rule, example))));
    }

    private static void check(Rule rule, Example example) {
        List<Finding> findings =
                Judge.findings(Trail.of(example.evidence()), RULES).stream()
                        .filter(finding -> finding.rule().equals(rule.info().id()))
                        .toList();

        assertThat(!findings.isEmpty()).as("fires: %s", findings).isEqualTo(example.fires());
        for (Finding finding : findings) {
            assertThat(finding.message()).isNotBlank().doesNotContainPattern("\\{[a-zA-Z]+\\}");
            assertThat(finding.seen()).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void everyRuleHasBothKindsOfExamplesAndAllItsWords() {
        for (Rule rule : RULES.rules()) {
            assertThat(rule.examples()).as(rule.info().id()).anyMatch(Example::fires);
            assertThat(rule.examples()).as(rule.info().id()).anyMatch(e -> !e.fires());
            assertThat(rule.info().needs()).as(rule.info().id()).isNotEmpty();
            assertThat(rule.info().references().attack()).as(rule.info().id()).isNotEmpty();
            assertThat(rule.info().references().cwe()).as(rule.info().id()).isNotEmpty();
            // The list is about MCP servers; a project that is scanned is none.
            assertThat(rule.info().references().owaspMcp().isEmpty())
                    .as(rule.info().id())
                    .isEqualTo(rule.about().family() == Family.PROJECT);
            assertThat(rule.about().description()).as(rule.info().id()).isNotBlank();
            assertThat(rule.info().advice()).as(rule.info().id()).isNotBlank();
        }
    }

    @Test
    void noRuleClassIsForgottenInTheList() throws Exception {
        Path classes =
                Path.of(Rule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> written = new TreeSet<>();
        for (String name : classNames(classes.resolve("io/mcpsf/judge"))) {
            Class<?> type = Class.forName("io.mcpsf.judge." + name);
            if (Rule.class.isAssignableFrom(type)
                    && !type.isInterface()
                    && type != DataRule.class) {
                written.add(name);
            }
        }

        assertThat(written).hasSizeGreaterThan(15);
        assertThat(Rules.ALL.stream().map(rule -> rule.getClass().getSimpleName()))
                .containsExactlyElementsOf(written);
    }

    @Test
    void everyFileInRulesIsLoaded() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("rules"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allSatisfy(name -> assertThat(name).endsWith(".yaml"))
                    .allSatisfy(
                            name ->
                                    assertThat(RULES.rule(name.replace(".yaml", "")))
                                            .as(name)
                                            .isPresent());
        }
        assertThat(RULES.rules()).hasSizeGreaterThan(70);
        assertThat(RULES.rules()).isSortedAccordingTo(Comparator.comparing(r -> r.info().id()));
    }

    private static List<String> classNames(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .filter(name -> !name.equals("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }
}
