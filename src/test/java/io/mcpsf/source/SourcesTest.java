package io.mcpsf.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

final class SourcesTest {

    private static final Path HERE = Path.of("/home/jonas/work");

    @ParameterizedTest
    @CsvSource({
        "samples/thief, /home/jonas/work/samples/thief",
        "./@scope/name, /home/jonas/work/@scope/name",
        "thief, /home/jonas/work/thief",
        "., /home/jonas/work",
        "../x, /home/jonas/x",
        "/srv/a b, /srv/a b",
        "./name@1.0, /home/jonas/work/name@1.0"
    })
    void foldersAreSeenFromTheCurrentOne(String word, String folder) {
        assertThat(Sources.parse(word, HERE)).isEqualTo(new Target.Local(Path.of(folder)));
    }

    @ParameterizedTest
    @CsvSource({
        "@modelcontextprotocol/server-time, npm package",
        "@scope/name@1.2.3, npm package",
        "npm:left-pad, npm package",
        "pypi:mcp-server-time, PyPI package",
        "name@1.2.3, package with its version",
        "name==1.2, package with its version",
        "github:owner/name, Git repository",
        "https://github.com/owner/name/tree/main/src/time, Git repository",
        "git@github.com:owner/name.git, Git repository",
        "http://localhost:3000/mcp, server on this machine",
        "https://mcp.invalid/sse, remote server",
        "https://files.invalid/x.tgz, address of an archive",
        "./server.zip, archive",
        "server.tar.gz, archive"
    })
    void otherKindsAreRecognisedAndAWayOutIsNamed(String word, String kind) {
        assertThatThrownBy(() -> Sources.parse(word, HERE))
                .isInstanceOf(BadSourceException.class)
                .hasMessageContaining(kind)
                .hasMessageContaining("this version assesses local folders")
                .hasMessageContaining("give the folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "a\0b"})
    void nonsenseIsRefusedInOneLine(String word) {
        assertThatThrownBy(() -> Sources.parse(word, HERE))
                .isInstanceOf(BadSourceException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void anEndlessWordIsRefused() {
        assertThatThrownBy(() -> Sources.parse("x".repeat(1 << 20), HERE))
                .isInstanceOf(BadSourceException.class);
    }
}
