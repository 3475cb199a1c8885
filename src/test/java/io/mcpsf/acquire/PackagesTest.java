package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Target;
import io.mcpsf.os.unpack.TarMaker;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** npm and PyPI packages from a registry on this machine that can be made to misbehave. */
final class PackagesTest {

    @TempDir private Path temp;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> env = new LinkedHashMap<>();
    private Registry registry;
    private Instant now = Instant.parse("2026-11-15T12:00:00Z");
    private byte[] tarball;

    @BeforeEach
    void start() throws IOException {
        registry = new Registry();
        env.put("npm_config_registry", registry.at("/npm/").toString());
        env.put("PIP_INDEX_URL", registry.at("/simple").toString());
        env.put("PIP_CONFIG_FILE", "/dev/null");
        env.put("npm_config_globalconfig", "/nonexistent");
        tarball = tgz(new TarMaker().file("package/package.json", "{}").link("package/l", "/etc"));
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void theTagLatestIsTakenAndWhatIsKnownIsRecorded() throws Exception {
        publish("srv", "1.0.0", "", "2.0.0", "");

        Artifact artifact = acquire(new Target.Npm("srv", ""), AcquireOptions.usual());

        assertThat(artifact.release().version()).isEqualTo("2.0.0");
        assertThat(artifact.release().standing().pickedBecause()).isEqualTo("it is tagged latest");
        assertThat(artifact.release().standing().publishedAt()).isEqualTo("2026-01-02");
        assertThat(artifact.release().origin().provenance())
                .isEqualTo("https://slsa.dev/provenance/v1");
        assertThat(artifact.release().scripts()).isEqualTo(Map.of("postinstall", "node steal.js"));
        assertThat(artifact.files()).isEqualTo(1);
        assertThat(notes).contains("links skipped: 1");
    }

    @Test
    void aNameIsLookedUpInBothRegistries() throws Exception {
        publish("both", "1.0.0", "", "2.0.0", "");
        publish("node-only", "1.0.0", "", "2.0.0", "");
        registry.says("/simple/both/", wheel("both"));
        registry.says("/simple/python-only/", wheel("python_only"));
        registry.fails("/npm/unwell", 503);

        try (var acquisition = acquisition(AcquireOptions.usual())) {
            assertThat(acquisition.packages("both", ""))
                    .containsExactly(new Target.Npm("both", ""), new Target.Pypi("both", ""));
            assertThat(acquisition.packages("node-only", "next"))
                    .containsExactly(new Target.Npm("node-only", "next"));
            assertThat(acquisition.packages("python-only", ""))
                    .containsExactly(new Target.Pypi("python-only", ""));
            assertThat(acquisition.packages("neither", "")).isEmpty();
            assertThat(acquisition.packages("unwell", ""))
                    .containsExactly(new Target.Npm("unwell", ""));
        }
    }

    private static String wheel(String name) {
        return "<a href=\"/f/%1$s-1.0-py3-none-any.whl\">%1$s-1.0-py3-none-any.whl</a>"
                .formatted(name);
    }

    @Test
    void aVersionThatThisNodeCannotRunIsPassedOver() throws Exception {
        publish("srv", "1.0.0", ">=18", "2.0.0", ">=22");

        Artifact old = acquire(new Target.Npm("srv", ""), new AcquireOptions(false, "20.20.2", ""));
        Artifact current =
                acquire(new Target.Npm("srv", ""), new AcquireOptions(false, "22.1.0", ""));
        Artifact asked =
                acquire(new Target.Npm("srv", "2.0.0"), new AcquireOptions(false, "20.20.2", ""));

        assertThat(old.release().version()).isEqualTo("1.0.0");
        assertThat(old.release().standing().pickedBecause())
                .isEqualTo("2.0.0 requires Node >=22, and this is 20.20.2");
        assertThat(current.release().version()).isEqualTo("2.0.0");
        assertThat(asked.release().version()).isEqualTo("2.0.0");
        assertThat(notes).anyMatch(note -> note.contains("requires Node >=22"));
    }

    @Test
    void rangesAndTagsAreUnderstood() throws Exception {
        publish("srv", "1.0.0", "", "2.0.0", "");

        assertThat(
                        acquire(new Target.Npm("srv", "^1.0"), AcquireOptions.usual())
                                .release()
                                .version())
                .isEqualTo("1.0.0");
        assertThat(
                        acquire(new Target.Npm("srv", "old"), AcquireOptions.usual())
                                .release()
                                .version())
                .isEqualTo("1.0.0");
        assertThatThrownBy(() -> acquire(new Target.Npm("srv", "^7"), AcquireOptions.usual()))
                .hasMessageContaining("there is no srv@^7");
    }

    @Test
    void bytesThatWereNotPromisedAreRefusedAndNotKept() throws Exception {
        publish("srv", "1.0.0", "", "2.0.0", "");
        registry.says("/npm/srv/-/srv-2.0.0.tgz", tgz(new TarMaker().file("package/evil", "x")));

        assertThatThrownBy(() -> acquire(new Target.Npm("srv", ""), AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("its digest differs from the registry's");
        assertThat(temp.resolve("cache/files")).doesNotExist();
    }

    @Test
    void aHostileArchiveIsRefusedInPlainWords() throws Exception {
        tarball = tgz(new TarMaker().file("package/../../../x", "x"));
        publish("srv", "1.0.0", "", "2.0.0", "");

        assertThatThrownBy(() -> acquire(new Target.Npm("srv", ""), AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("refused to unpack srv")
                .hasMessageContaining("escapes with ..");
    }

    @Test
    void theCacheIsAskedFirstThenTheRegistryAndTheCacheAgainWhenThatIsGone() throws Exception {
        publish("srv", "1.0.0", "", "2.0.0", "");
        acquire(new Target.Npm("srv", ""), AcquireOptions.usual());
        int before = registry.asked.size();

        acquire(new Target.Npm("srv", ""), AcquireOptions.usual());
        assertThat(registry.asked).hasSize(before);

        now = now.plus(Duration.ofMinutes(10));
        acquire(new Target.Npm("srv", ""), AcquireOptions.usual());
        assertThat(registry.asked).hasSize(before + 1);

        now = now.plus(Duration.ofMinutes(10));
        registry.fails("/npm/srv", 503);
        assertThat(acquire(new Target.Npm("srv", ""), AcquireOptions.usual()).release().version())
                .isEqualTo("2.0.0");
        assertThat(notes).anyMatch(note -> note.contains("using its answer of"));
    }

    @Test
    void offlineWithoutACacheNamesWhatCouldNotBeReached() {
        assertThatThrownBy(
                        () -> acquire(new Target.Npm("srv", ""), new AcquireOptions(true, "", "")))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining(registry.at("/npm/srv").toString())
                .hasMessageContaining("offline");
        assertThatThrownBy(
                        () -> acquire(new Target.Pypi("srv", ""), new AcquireOptions(true, "", "")))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining(registry.at("/simple/srv/").toString());
        assertThat(registry.asked).isEmpty();
    }

    @Test
    void aTokenGoesToItsRegistryAndNowhereElse() throws Exception {
        publish("@own/srv", "1.0.0", "", "2.0.0", "");
        Files.writeString(
                temp.resolve(".npmrc"),
                "//127.0.0.1:%d/npm/:_authToken=${TOKEN}\n".formatted(registry.at("/").getPort()));
        env.put("TOKEN", "t0ken");
        registry.moves("/npm/@own/srv/-/srv-2.0.0.tgz", "/elsewhere.tgz")
                .says("/elsewhere.tgz", tarball);

        acquire(new Target.Npm("@own/srv", ""), AcquireOptions.usual());

        assertThat(registry.credentials)
                .isNotEmpty()
                .allMatch(said -> said.endsWith("Bearer t0ken"));
        assertThat(registry.credentials).noneMatch(said -> said.startsWith("/elsewhere"));
        assertThat(registry.asked).contains("/elsewhere.tgz");
    }

    @Test
    void aRegistryThatWantsALoginIsSaidToWantOne() {
        registry.fails("/npm/srv", 401);
        assertThatThrownBy(() -> acquire(new Target.Npm("srv", ""), AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("npm login");
    }

    @Test
    void aWheelIsPreferredAndPythonIsHonoured() throws Exception {
        offer(
                "srv-1.0-py3-none-any.whl >=3.8",
                "srv-1.0.tar.gz >=3.8",
                "srv-2.0-py3-none-any.whl >=3.12",
                "srv-3.0a1-py3-none-any.whl >=3.8",
                "srv-2.5-cp311-cp311-win_amd64.whl >=3.8");

        Artifact old = acquire(new Target.Pypi("srv", ""), new AcquireOptions(false, "", "3.11.7"));
        Artifact current =
                acquire(new Target.Pypi("srv", ""), new AcquireOptions(false, "", "3.13.0"));
        Artifact asked =
                acquire(new Target.Pypi("srv", "3.0a1"), new AcquireOptions(false, "", "3.11.7"));

        assertThat(old.packed().orElseThrow()).hasFileName("srv-1.0-py3-none-any.whl");
        assertThat(old.release().standing().pickedBecause())
                .contains("2.5 has no file for this machine");
        assertThat(current.release().version()).isEqualTo("2.0");
        assertThat(asked.release().version()).isEqualTo("3.0a1");
    }

    @Test
    void withoutAWheelTheSourceIsTakenAndItsTopFolderGoes() throws Exception {
        tarball =
                tgz(
                        new TarMaker()
                                .file("srv-1.0/pyproject.toml", "[project]")
                                .link("srv-1.0/l", "pyproject.toml"));
        offer("srv-1.0.tar.gz ");

        Artifact artifact =
                acquire(new Target.Pypi("Srv", ""), new AcquireOptions(false, "", "3.11.7"));

        assertThat(artifact.root().resolve("pyproject.toml")).exists();
        assertThat(artifact.root().resolve("l")).isSymbolicLink();
    }

    @Test
    void aPythonThatNothingSuitsIsNamed() throws Exception {
        offer("srv-1.0-py3-none-any.whl >=3.14");
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Pypi("srv", ""),
                                        new AcquireOptions(false, "", "3.11.7")))
                .hasMessageContaining("requires Python >=3.14, and this is 3.11.7");
        offer("srv-1.0-cp311-cp311-win_amd64.whl ");
        now = now.plus(Duration.ofHours(1));
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Pypi("srv", ""),
                                        new AcquireOptions(false, "", "3.11.7")))
                .hasMessageContaining("no file for Linux");
    }

    @Test
    void releasesThatWereTakenBackAreOnlyTakenByName() throws Exception {
        String page =
                "<a href=\"/f/srv-1.0.tar.gz#sha256=%s\" data-yanked=\"use"
                        + " another\">srv-1.0.tar.gz</a>";
        tarball = tgz(new TarMaker().file("srv-1.0/pyproject.toml", "[project]"));
        registry.says("/f/srv-1.0.tar.gz", tarball)
                .says("/simple/srv/", page.formatted(Sha256.of(tarball)));

        assertThatThrownBy(() -> acquire(new Target.Pypi("srv", ""), AcquireOptions.usual()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("all its releases were yanked: use another")
                .hasMessageContaining("pypi:srv==1.0");
        assertThat(
                        acquire(new Target.Pypi("srv", "1.0"), AcquireOptions.usual())
                                .release()
                                .standing()
                                .deprecated())
                .isEqualTo("yanked: use another");
    }

    @Test
    void theIndexMayAnswerInJson() throws Exception {
        tarball = tgz(new TarMaker().file("srv-1.0/pyproject.toml", "[project]"));
        registry.says("/f/srv-1.0.tar.gz", tarball)
                .says(
                        "/simple/srv/",
                        """
                        {"meta":{"api-version":"1.3"},"name":"srv","files":[
                          {"filename":"srv-0.9.tar.gz","url":"/f/srv-0.9.tar.gz","hashes":{"sha256":"00"},"yanked":"bad"},
                          {"filename":"srv-1.0.tar.gz","url":"../../f/srv-1.0.tar.gz","hashes":{"sha256":"%s"},
                           "requires-python":">=3.9","upload-time":"2026-01-01T00:00:00Z","yanked":false,
                           "provenance":"https://pypi.invalid/integrity/srv/1.0/provenance"}]}
                        """
                                .formatted(Sha256.of(tarball)));

        Artifact artifact = acquire(new Target.Pypi("srv", ""), AcquireOptions.usual());

        assertThat(artifact.release().standing().publishedAt()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(artifact.release().origin().provenance()).endsWith("/provenance");
    }

    @Test
    void anArchiveOnThisMachineIsCopiedAndOpened() throws Exception {
        Path file = temp.resolve("srv-1.0.tgz");
        new TarMaker().file("srv/index.js", "1").gzip(file);

        Artifact artifact = acquire(new Target.Archive(file), AcquireOptions.usual());

        assertThat(artifact.root().resolve("index.js")).hasContent("1");
        assertThat(artifact.packed().orElseThrow()).hasFileName("srv-1.0.tgz");
        assertThat(artifact.release().origin().integrity()).startsWith("sha256:");
        Files.writeString(file, "no archive");
        assertThatThrownBy(() -> acquire(new Target.Archive(file), AcquireOptions.usual()))
                .hasMessageContaining("refused to unpack");
        assertThatThrownBy(
                        () ->
                                acquire(
                                        new Target.Archive(temp.resolve("x.zip")),
                                        AcquireOptions.usual()))
                .hasMessageContaining("no such file");
    }

    private void publish(
            String name, String older, String olderNode, String newer, String newerNode)
            throws Exception {
        var versions = new ArrayList<String>();
        String sri =
                "sha512-"
                        + Base64.getEncoder()
                                .encodeToString(
                                        MessageDigest.getInstance("SHA-512").digest(tarball));
        for (String[] release : new String[][] {{older, olderNode}, {newer, newerNode}}) {
            String path = "/npm/%s/-/srv-%s.tgz".formatted(name, release[0]);
            registry.says(path, tarball);
            versions.add(
                    """
                    "%s":{"name":"%s","engines":{"node":"%s"},"scripts":{"postinstall":"node steal.js","test":"x"},
                     "dist":{"tarball":"%s","integrity":"%s",
                     "attestations":{"provenance":{"predicateType":"https://slsa.dev/provenance/v1"}}}}\
                    """
                            .formatted(release[0], name, release[1], registry.at(path), sri));
        }
        registry.says(
                "/npm/" + name.replace("/", "%2f"),
                """
                {"name":"%s","dist-tags":{"latest":"%s","old":"%s"},"versions":{%s},"time":{"%s":"2026-01-02"}}\
                """
                        .formatted(name, newer, older, String.join(",", versions), newer));
    }

    private void offer(String... files) throws Exception {
        var page = new StringBuilder("<html><body>\n");
        for (String file : files) {
            String name = file.substring(0, file.indexOf(' '));
            byte[] bytes =
                    name.endsWith(".gz")
                            ? tarball
                            : tgz(new TarMaker().file("srv/__init__.py", name));
            registry.says("/f/" + name, bytes);
            page.append(
                    "<a href=\"/f/%s#sha256=%s\" data-requires-python=\"%s\">%s</a><br/>\n"
                            .formatted(
                                    name,
                                    Sha256.of(bytes),
                                    file.substring(file.indexOf(' ') + 1).replace(">", "&gt;"),
                                    name));
        }
        registry.says("/simple/srv/", page + "</body></html>");
    }

    private byte[] tgz(TarMaker tar) throws IOException {
        return Files.readAllBytes(tar.gzip(Files.createTempFile(temp, "tar", ".tgz")));
    }

    private Artifact acquire(Target target, AcquireOptions settings) throws InterruptedException {
        try (var acquisition = acquisition(settings)) {
            return acquisition.acquire(target, temp.resolve("into" + System.nanoTime()));
        }
    }

    private Acquisition acquisition(AcquireOptions settings) {
        return new Acquisition(
                new Cache(temp.resolve("cache"), () -> now, Cache.Caps.usual()),
                Registries.of(env, temp),
                settings,
                notes::add);
    }
}
