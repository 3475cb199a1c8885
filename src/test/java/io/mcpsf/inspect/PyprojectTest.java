package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

final class PyprojectTest {

    @Test
    void itIsReadHoweverItIsWritten() {
        Pyproject project =
                Pyproject.parse(
                        """
                        project.name = "weather"
                        project.version = "1.\\u0034"
                        project.scripts = { weather = "weather:main", other = 'weather.cli:run' }
                        project.requires-python = '''
                        >=3.11'''
                        project.dependencies = [
                          # none yet
                        ]
                        """);

        assertThat(project)
                .isEqualTo(
                        new Pyproject(
                                "weather",
                                "1.4",
                                Map.of("weather", "weather:main", "other", "weather.cli:run"),
                                ">=3.11",
                                false));
    }

    @Test
    void poetrysOwnWordsCountWhereTheStandardSaysNothing() {
        Pyproject project =
                Pyproject.parse(
                        """
                        [tool.poetry]
                        name = "weather"
                        version = "2.0"
                        [tool.poetry.dependencies]
                        python = "^3.11"
                        [tool.poetry.scripts]
                        weather = { reference = "weather:main", type = "console" }
                        """);

        assertThat(project)
                .isEqualTo(
                        new Pyproject(
                                "weather", "2.0", Map.of("weather", "weather:main"), "", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[project]\ndependencies = ['mcp']",
                "[project]\ndynamic = ['version', 'dependencies']",
                "[project]\ndependencies = ['mcp"
            })
    void packagesAreInstalledWhenSomeAreAskedForOrWhoKnows(String text) {
        assertThat(Pyproject.parse(text).depends()).isTrue();
    }

    @Test
    void whatIsNotThereAsksForNothing() {
        assertThat(Pyproject.parse("")).isEqualTo(new Pyproject("", "", Map.of(), "", false));
    }

    @Test
    void nothingInItIsDeepOrLongEnoughToHurt() {
        assertThat(Pyproject.parse("a = " + "[".repeat(500_000)).name()).isEmpty();
        assertThat(Pyproject.parse("a = " + "{b = ".repeat(200_000)).name()).isEmpty();
        assertThat(Pyproject.parse("a" + ".a".repeat(200_000) + " = 1").name()).isEmpty();
        assertThat(Pyproject.parse("[" + "a.".repeat(200_000) + "a]").name()).isEmpty();
        String name = "[project]\nname = '" + "x".repeat(301) + "'\n";
        assertThat(Pyproject.parse(name).name()).isEmpty();
        var scripts = new StringBuilder("[project.scripts]\n");
        for (int i = 0; i < 1_000; i++) {
            scripts.append("s").append(i).append(" = 'a:b'\n");
        }
        assertThat(Pyproject.parse(scripts.toString()).scripts()).hasSize(100);
    }
}
