package io.mcpsf.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.acquire.PythonFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The expected answers are those of npm's semver and Python's packaging. */
final class VersionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "^1.2.3 ; 1.9.0 ; true",
                "^1.2.3 ; 2.0.0 ; false",
                "^1.2.3 ; 1.2.2 ; false",
                "^0.2.3 ; 0.2.9 ; true",
                "^0.2.3 ; 0.3.0 ; false",
                "^0.0.3 ; 0.0.4 ; false",
                "^0.0 ; 0.0.9 ; true",
                "^0 ; 0.9.0 ; true",
                "~1.2.3 ; 1.2.9 ; true",
                "~1.2.3 ; 1.3.0 ; false",
                "~1 ; 1.9.0 ; true",
                "1.x ; 1.9.0 ; true",
                "1.2.* ; 1.3.0 ; false",
                "* ; 5.0.0 ; true",
                "'' ; 5.0.0 ; true",
                ">=18 ; 20.20.2 ; true",
                ">=18.0.0 <20 ; 20.0.0 ; false",
                ">18 ; 18.9.0 ; false",
                "<=18 ; 18.9.0 ; true",
                "<18 ; 18.0.0 ; false",
                "^18 || >=20 ; 19.0.0 ; false",
                "^18 || >=20 ; 20.1.0 ; true",
                "1.2 - 2.3 ; 2.3.9 ; true",
                "1.2 - 2.3 ; 2.4.0 ; false",
                ">= 18.17.0 ; 20.0.0 ; true",
                "^20.19.0 || ^22.13.0 || >=24 ; 20.20.2 ; true",
                "1.2.3 ; 1.2.3 ; true",
                "=1.2.3 ; 1.2.4 ; false",
                "v1.2.3 ; 1.2.3 ; true",
                "* ; 1.0.0-rc.1 ; false",
                "^1.0.0-rc.1 ; 1.0.0-rc.2 ; true",
                "^1.0.0-rc.1 ; 1.1.0-rc.2 ; false",
                "^1.0.0 ; 2.0.0-rc.1 ; false"
            })
    void npmRanges(String range, String version, boolean fits) {
        var read = SemverRange.parse(range.replace("''", "")).orElseThrow();
        assertThat(read.admits(Semver.parse(version).orElseThrow())).isEqualTo(fits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"next", "git+https://x", "1.2.3.4.5", "^^1", "file:x", "1 2 x y"})
    void whatIsNoRangeIsNone(String text) {
        assertThat(SemverRange.parse(text)).isEmpty();
    }

    @Test
    void npmVersionsAreInOrder() {
        inOrder(
                List.of(
                        "0.0.1",
                        "1.0.0-alpha",
                        "1.0.0-alpha.1",
                        "1.0.0-alpha.beta",
                        "1.0.0-beta.2",
                        "1.0.0-beta.11",
                        "1.0.0-rc.1",
                        "1.0.0",
                        "1.0.10",
                        "1.2.0",
                        "2025.4.8",
                        "2026.8.31"),
                text -> Semver.parse(text).orElseThrow());
    }

    @Test
    void pythonVersionsAreInOrder() {
        inOrder(
                List.of(
                        "1.0.dev1",
                        "1.0a1.dev1",
                        "1.0a1",
                        "1.0a2",
                        "1.0b1",
                        "1.0rc1",
                        "1.0",
                        "1.0.post1.dev1",
                        "1.0.post1",
                        "1.0.1",
                        "1.1",
                        "1.10",
                        "2026.8.18",
                        "1!0.1"),
                text -> PythonVersion.parse(text).orElseThrow());
        assertThat(PythonVersion.parse("1.0").orElseThrow())
                .isEqualByComparingTo(PythonVersion.parse("v1.0.0").orElseThrow());
        assertThat(PythonVersion.parse("1.0-1").orElseThrow())
                .isEqualByComparingTo(PythonVersion.parse("1.0.post1").orElseThrow());
        assertThat(PythonVersion.parse("1.0-ALPHA_2").orElseThrow())
                .isEqualByComparingTo(PythonVersion.parse("1.0a2").orElseThrow());
        assertThat(PythonVersion.parse("one")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ">=3.10 | 3.11.7 | true",
                ">=3.12 | 3.11.7 | false",
                ">=3.8,<4.0 | 3.11.7 | true",
                ">=3.8,<3.11 | 3.11.7 | false",
                "!=3.11.*,>=3.9 | 3.11.7 | false",
                "==3.11.* | 3.11.7 | true",
                "~=3.10 | 3.11.7 | true",
                "~=3.10.2 | 3.11.7 | false",
                ">3.10 | 3.11.7 | true",
                "<=3.11 | 3.11.7 | false",
                "'' | 3.11.7 | true",
                "nonsense | 3.11.7 | true"
            })
    void whatAPackageAsksOfPython(String specifier, String python, boolean fits) {
        assertThat(
                        PythonSpecifiers.admits(
                                specifier.replace("''", ""),
                                PythonVersion.parse(python).orElseThrow()))
                .isEqualTo(fits);
    }

    @ParameterizedTest
    @CsvSource({
        "x-1.0-py3-none-any.whl, 3",
        "x-1.0-py2.py3-none-any.whl, 3",
        "x-1.0-py2-none-any.whl, 0",
        "x-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl, 2",
        "x-1.0-cp312-cp312-manylinux_2_17_x86_64.whl, 0",
        "x-1.0-cp38-abi3-manylinux_2_17_x86_64.whl, 2",
        "x-1.0-cp312-abi3-manylinux_2_17_x86_64.whl, 0",
        "x-1.0-cp311-cp311-manylinux_2_17_aarch64.whl, 0",
        "x-1.0-cp311-cp311-musllinux_1_1_x86_64.whl, 0",
        "x-1.0-py3-none-manylinux_2_17_x86_64.whl, 2",
        "x-1.0-cp311-cp311-win_amd64.whl, 0",
        "x-1.0.tar.gz, 1",
        "x-1.0-1-py3-none-any.whl, 3"
    })
    void howWellAFileSuits(String file, int fit) {
        var python = PythonVersion.parse("3.11.7");
        assertThat(PythonFile.parse(file, "X").orElseThrow().fit(python, "x86_64")).isEqualTo(fit);
    }

    @Test
    void filesOfOtherProjectsAreNotOurs() {
        assertThat(PythonFile.parse("other-1.0.tar.gz", "x")).isEmpty();
        assertThat(PythonFile.parse("x-1.0.exe", "x")).isEmpty();
        assertThat(PythonFile.parse("../x-1.0.tar.gz", "x")).isEmpty();
        assertThat(PythonFile.parse("mcp_server_time-0.5.1-py3-none-any.whl", "mcp-server.time"))
                .isPresent();
        assertThat(
                        PythonFile.parse("mcp-server-time-0.5.1.tar.gz", "mcp_server_time")
                                .map(PythonFile::versionText))
                .isEqualTo(Optional.of("0.5.1"));
    }

    private static <T extends Comparable<T>> void inOrder(
            List<String> texts, java.util.function.Function<String, T> read) {
        List<T> right = texts.stream().map(read).toList();
        List<T> mixed = new ArrayList<>(right);
        Collections.shuffle(mixed, new Random(5));
        Collections.sort(mixed);
        assertThat(mixed).isEqualTo(right);
    }
}
