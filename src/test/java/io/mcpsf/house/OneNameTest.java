package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A simple name means one class: whoever reads {@code Limits} must not ask whose. */
class OneNameTest {

    @Test
    void noTwoClassesShareASimpleName() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            assertThat(shared(files.toList())).isEmpty();
        }
    }

    @Test
    void aSharedNameIsFound() {
        assertThat(
                        shared(
                                List.of(
                                        Path.of("judge/Words.java"),
                                        Path.of("cli/Words.java"),
                                        Path.of("cli/package-info.java"),
                                        Path.of("judge/package-info.java"),
                                        Path.of("cli/Verb.java"))))
                .containsExactly("Words: judge, cli");
    }

    private static List<String> shared(List<Path> files) {
        var places = new TreeMap<String, List<String>>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            if (name.endsWith(".java") && !name.equals("package-info.java")) {
                places.computeIfAbsent(name.replace(".java", ""), _ -> new ArrayList<>())
                        .add(String.valueOf(file.getParent()));
            }
        }
        return places.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue()))
                .toList();
    }
}
