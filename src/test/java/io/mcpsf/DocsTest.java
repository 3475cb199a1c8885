package io.mcpsf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The prose: its links lead somewhere, and the promises of the specification name tests that exist.
 */
class DocsTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");
    private static final Pattern PROMISE = Pattern.compile("(?m)^\\| [A-Z]\\d+ \\|.*$");

    /** A number depends on the machine: a benchmark measures it, and a page says what it was. */
    private static final Pattern MEASURED =
            Pattern.compile("measured, not tested: \\[[a-z ]+]\\((performance|tool-texts)\\.md\\)");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            for (String target : links(Files.readString(page))) {
                if (!Files.exists(page.toAbsolutePath().resolveSibling(target))) {
                    dead.add(page + " -> " + target);
                }
            }
        }

        assertThat(dead).isEmpty();
    }

    @Test
    void everyPromiseNamesATestThatExistsOrSaysThatItIsNotHeld() throws IOException {
        List<String> promises = promises(Files.readString(Path.of("docs/spec.md")));

        assertThat(promises).hasSizeGreaterThan(20);
        assertThat(broken(promises, tests())).isEmpty();
    }

    @Test
    void aPromiseWithoutATestIsFound() {
        Map<String, String> tests = Map.of("ThingTest", "void holds() {");
        String spec =
                """
                | A1 | held | `ThingTest.holds` |
                | A2 | no such method | `ThingTest.breaks` |
                | A3 | no such class | `OtherTest.holds` |
                | A4 | nothing named | |
                | A5 | open | not held yet |
                """;

        assertThat(broken(promises(spec), tests))
                .extracting(promise -> promise.substring(2, 4))
                .containsExactly("A2", "A3", "A4");
    }

    @Test
    void aDeadLinkIsSeen() {
        assertThat(links("[a](b.md#c) [d](https://e.invalid/) ![f](g.png)"))
                .containsExactly("b.md", "g.png");
    }

    private static List<String> promises(String spec) {
        return PROMISE.matcher(spec).results().map(found -> found.group()).toList();
    }

    private static List<String> broken(List<String> promises, Map<String, String> tests) {
        return promises.stream()
                .filter(
                        promise ->
                                !promise.contains("not held") && !MEASURED.matcher(promise).find())
                .filter(p -> !held(p, tests))
                .toList();
    }

    private static boolean held(String promise, Map<String, String> tests) {
        var named = TEST.matcher(promise).results().toList();
        return !named.isEmpty()
                && named.stream()
                        .allMatch(
                                test ->
                                        tests.getOrDefault(test.group(1), "")
                                                .contains(" " + test.group(2) + "("));
    }

    private static List<String> links(String page) {
        return LINK.matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(target -> !target.contains("://"))
                .toList();
    }

    private static Map<String, String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(f -> f.toString().endsWith(".java"))
                    .collect(
                            Collectors.toMap(DocsTest::className, DocsTest::text, (a, b) -> a + b));
        }
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            return Stream.concat(
                            Stream.of(
                                    Path.of("README.md"),
                                    Path.of("CONTRIBUTING.md"),
                                    Path.of("samples/README.md")),
                            docs.filter(f -> f.toString().endsWith(".md")))
                    .toList();
        }
    }
}
