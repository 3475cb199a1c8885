package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The registries that people use, over the network, with small packages. */
@Tag("peers")
final class RealRegistriesTest {

    private static final Path HOME = Path.of(System.getProperty("user.home"));

    @TempDir private Path temp;
    private final List<String> notes = new ArrayList<>();

    @Test
    void anNpmPackageIsFetchedCheckedKeptAndReadOfflineFromThenOn() throws Exception {
        var target = new Target.Npm("time-mcp", "1.0.6");

        Artifact artifact = acquire(target, "a", AcquireOptions.usual());

        assertThat(artifact.root().resolve("package.json")).isRegularFile();
        assertThat(artifact.release().name()).isEqualTo("time-mcp");
        assertThat(artifact.release().version()).isEqualTo("1.0.6");
        assertThat(artifact.release().origin().integrity()).startsWith("sha512-");
        assertThat(artifact.release().standing().publishedAt()).startsWith("20");
        assertThat(artifact.packed()).isPresent();
        assertThat(artifact.packed().orElseThrow())
                .hasFileName("time-mcp-1.0.6.tgz")
                .isRegularFile();

        Artifact again = acquire(target, "b", new AcquireOptions(true, "", ""));

        assertThat(again.digest()).isEqualTo(artifact.digest());
        assertThat(again.release().version()).isEqualTo("1.0.6");
    }

    @Test
    void aPyPiPackageIsFetchedAsAWheel() throws Exception {
        Artifact artifact =
                acquire(
                        new Target.Pypi("mcp_server-time", ""),
                        "a",
                        new AcquireOptions(false, "", "3.11.7"));

        assertThat(artifact.release().version()).isNotEmpty();
        assertThat(artifact.release().origin().integrity()).startsWith("sha256:");
        assertThat(artifact.packed().orElseThrow().getFileName().toString())
                .matches("mcp_server_time-.+-py3-none-any\\.whl");
        try (var all = Files.list(artifact.root())) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .contains("mcp_server_time")
                    .anyMatch(name -> name.endsWith(".dist-info"));
        }
    }

    @Test
    void theHostsOfAnInstallationAreTheIndexAndWhereItsFilesLie() throws Exception {
        try (var acquisition = acquisition(AcquireOptions.usual())) {
            assertThat(acquisition.pypiHosts()).hasSizeGreaterThanOrEqualTo(2);
            assertThat(acquisition.npmHosts()).isNotEmpty();
        }
    }

    @Test
    void whatNobodyPublishedIsSaidToBeMissing() {
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Npm("mcpsf-no-such-package-1a2b3c", ""),
                                        "a",
                                        AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("there is no npm package")
                .hasMessageContaining("pypi:mcpsf-no-such-package-1a2b3c");
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Pypi("mcpsf-no-such-package-1a2b3c", ""),
                                        "b",
                                        AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("there is no PyPI package");
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Npm("time-mcp", "99.0.0"),
                                        "c",
                                        AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("there is no time-mcp@99.0.0")
                .hasMessageContaining("the newest version is");
    }

    private Artifact acquire(Target target, String into, AcquireOptions settings)
            throws InterruptedException {
        try (var acquisition = acquisition(settings)) {
            return acquisition.acquire(target, temp.resolve(into));
        }
    }

    private Acquisition acquisition(AcquireOptions settings) {
        return new Acquisition(
                new Cache(temp.resolve("cache"), InstantSource.system(), Cache.Caps.usual()),
                Registries.of(System.getenv(), HOME),
                settings,
                notes::add);
    }
}
