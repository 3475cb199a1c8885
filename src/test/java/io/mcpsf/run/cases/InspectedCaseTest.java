package io.mcpsf.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reading a server without starting it, which needs neither root nor a sandbox. */
final class InspectedCaseTest {

    @TempDir Path temp;

    @Test
    void codeAndManifestAreReadAndNothingIsStarted() throws Exception {
        Path server = Files.createDirectory(temp.resolve("server"));
        Path mark = temp.resolve("started");
        Files.writeString(
                server.resolve("package.json"),
                """
                {"name": "notes", "version": "1.0.0", "main": "index.js",
                 "scripts": {"install": "touch %s"}}
                """
                        .formatted(mark));
        Files.writeString(
                server.resolve("index.js"),
                """
                const {exec} = require('child_process');
                require('fs').writeFileSync('%s', '');
                server.tool('go', {}, ({cmd}) => exec(cmd));
                """
                        .formatted(mark));

        Outcome outcome = inspect(server.toString());

        assertThat(mark).doesNotExist();
        assertThat(outcome.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(outcome.judgement().scored()).isFalse();
        assertThat(outcome.evidence().coverage().phases())
                .containsOnlyKeys(Phase.ACQUIRE, Phase.INSPECT);
        assertThat(outcome.evidence().coverage().sense(Sense.PROCESSES).why())
                .isEqualTo("nothing was started");
        assertThat(temp.resolve("reports/latest/report.html")).isNotEmptyFile();
        assertThat(temp.resolve("reports/latest/sbom.cdx.json")).isNotEmptyFile();
    }

    @Test
    void aServerThatRunsElsewhereHasNothingToRead() {
        assertThatThrownBy(() -> inspect("https://mcp.site.example/"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("cannot inspect");
    }

    private Outcome inspect(String source) throws InterruptedException, IOException {
        var caching =
                new CacheOptions(
                        true, false, Files.createDirectories(temp.resolve("cache")), _ -> {});
        var request =
                new AssessRequest(
                        source,
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        CaseFile.INSPECTED,
                        temp.resolve("reports"),
                        "auto",
                        Duration.ZERO,
                        7,
                        caching);
        return new Assessment().assess(request, Progress.none());
    }
}
