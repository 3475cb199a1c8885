package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/judging.md names what exists, on the side where it stands. */
final class JudgingDocTest {

    private static final Path DOC = Path.of("docs/judging.md");
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
    private static final int FOUND = 2;
    private static final int SPARED = 3;

    @Test
    void everyNameExistsAndStandsOnItsSide() throws IOException {
        Map<String, Boolean> examples =
                RuleSet.load().rules().stream()
                        .flatMap(
                                rule ->
                                        rule.examples().stream()
                                                .map(e -> Map.entry(key(rule, e), e.fires())))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        Map<String, String> tests = tests();
        var wrong = new ArrayList<String>();
        int names = 0;
        for (String line : Files.readAllLines(DOC)) {
            String[] cells = line.split("\\|", -1);
            for (int side = FOUND; side < cells.length - 1 && line.startsWith("| "); side++) {
                for (String name : named(cells[side])) {
                    names++;
                    boolean two = cells.length > SPARED + 1;
                    boolean right =
                            name.contains(": ")
                                    ? examples.getOrDefault(name, side != FOUND) == (side == FOUND)
                                    : name.contains("Test")
                                            ? has(tests, name)
                                            : two && sample(name, side == FOUND);
                    if (!right) {
                        wrong.add(name);
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(names).isGreaterThan(100);
    }

    private static String key(Rule rule, Example example) {
        return rule.info().id() + ": " + example.name();
    }

    private static List<String> named(String cell) {
        return NAMED.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    private static boolean has(Map<String, String> tests, String name) {
        int dot = name.indexOf('.');
        String source = tests.getOrDefault(dot < 0 ? name : name.substring(0, dot), "");
        return !source.isEmpty() && (dot < 0 || source.contains(name.substring(dot + 1) + "("));
    }

    private static boolean sample(String name, boolean hostile) throws IOException {
        Path expect = Path.of("samples", name, "expect.yaml");
        return Files.exists(expect)
                && Files.readString(expect).contains("kind: " + (hostile ? "hostile" : "benign"));
    }

    private static Map<String, String> tests() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            var sources = new HashMap<String, String>();
            for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
                String name = file.getFileName().toString();
                sources.put(name.substring(0, name.length() - 5), Files.readString(file));
            }
            return sources;
        }
    }
}
