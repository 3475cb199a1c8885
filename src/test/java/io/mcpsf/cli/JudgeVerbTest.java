package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.store.StoreException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The reports of a case are written anew, and the case may have come from a stranger. */
final class JudgeVerbTest {

    private static final byte[] REPORT = "report".getBytes(StandardCharsets.UTF_8);

    @TempDir Path folder;
    private Path evidence = Path.of("");
    private Path precious = Path.of("");

    @BeforeEach
    void aCase() throws IOException {
        evidence = Files.createDirectory(folder.resolve("case")).resolve("evidence.jsonl");
        precious = Files.createDirectory(folder.resolve("home")).resolve("report.md");
        Files.writeString(precious, "precious");
    }

    @Test
    void aLinkIsReplacedAndNotWrittenThrough() throws IOException {
        Path link = Files.createSymbolicLink(evidence.resolveSibling("report.md"), precious);

        JudgeVerb.write(evidence, Map.of("report.md", REPORT, "export/stix.json", REPORT));

        assertThat(precious).hasContent("precious");
        assertThat(link).hasContent("report").isRegularFile();
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(evidence.resolveSibling("export/stix.json")).hasContent("report");
    }

    @Test
    void aFolderThatIsALinkIsRefused() throws IOException {
        Files.createSymbolicLink(evidence.resolveSibling("export"), precious.getParent());

        assertThatThrownBy(() -> JudgeVerb.write(evidence, Map.of("export/report.md", REPORT)))
                .isInstanceOf(StoreException.class);
        assertThat(precious).hasContent("precious");
    }

    @Test
    void theLinkToTheLatestCaseIsFollowed() throws IOException {
        Path latest = Files.createSymbolicLink(folder.resolve("latest"), Path.of("case"));

        JudgeVerb.write(latest.resolve("evidence.jsonl"), Map.of("report.md", REPORT));

        assertThat(evidence.resolveSibling("report.md")).hasContent("report");
    }
}
