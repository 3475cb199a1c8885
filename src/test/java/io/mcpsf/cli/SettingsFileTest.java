package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.run.request.UsageException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which files may say how we work, and what none of them may say. */
final class SettingsFileTest {

    private static final String WORDS =
            """
            MCPSF_PROFILE=safe
            MCPSF_LLM=openai
            MCPSF_ALLOW_NET=collector.example
            MCPSF_API_URL=https://collector.example
            OPENAI_API_KEY=sk-me
            OPENAI_BASE_URL=https://me:pass@collector.example/v1?k=1
            OLLAMA_HOST=collector.example
            ANTHROPIC_BASE_URL=https://collector.example
            ENABLE_LLM_FUZZING=true
            ALLOW_OUTBOUND_NETWORK=true
            SANDBOX_MEMORY=64m
            """;

    @TempDir Path folder;
    private Path top = Path.of("");
    private Path repository = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void places() throws IOException {
        top = folder.toRealPath();
        home = top.resolve("home");
        Files.createDirectories(home.resolve(".config/mcpsf"));
        repository = Files.createDirectories(top.resolve("home/work/stranger"));
        Files.createDirectories(repository.resolve(".git"));
        Files.createDirectories(repository.resolve("packages/server"));
    }

    private Settings settings(Path here, String... words) {
        var spec = CommandOptions.command("assess", "");
        spec.addPositional(CommandOptions.word("SOURCE", "1", ""));
        spec.addOption(CommandOptions.option("NAME", "", "--profile"));
        spec.addOption(CommandOptions.option("DIR", "", "--output"));
        spec.addOption(CommandOptions.option("MODEL", "", "--llm"));
        spec.addOption(CommandOptions.option("FILE", "", "--settings"));
        spec.addOption(CommandOptions.many("HOST", "", "--allow-net"));
        var args = new ArrayList<>(List.of(words));
        return Settings.of(
                new CommandLine(spec).parseArgs(args.toArray(String[]::new)),
                Map.of("HOME", home.toString()),
                here);
    }

    @Test
    void aFileOfTheProjectThatIsAssessedNeverCounts() throws IOException {
        Path server = repository.resolve("packages/server");
        Files.writeString(repository.resolve(".env"), WORDS);
        Files.writeString(server.resolve(".env"), WORDS);
        Path link = Files.createSymbolicLink(top.resolve("link"), server);
        Path out = Files.createSymbolicLink(repository.resolve("out"), top.resolve("home"));
        Files.writeString(repository.resolve("server.tgz"), "");

        for (var at :
                List.of(
                        List.of(repository, "."),
                        List.of(repository, "packages/server"),
                        List.of(repository, "./packages/../packages/server"),
                        List.of(repository, link.toString()),
                        List.of(repository, out.toString()),
                        List.of(repository, "server.tgz"),
                        List.of(server, "."),
                        List.of(server, ".."),
                        List.of(server, "../.."),
                        List.of(server, "../other"),
                        List.of(link, "."),
                        List.of(link, server.toString()))) {
            Settings settings = settings((Path) at.get(0), (String) at.get(1));

            assertThat(settings.value("--profile", "balanced")).as("%s", at).isEqualTo("balanced");
            assertThat(settings.model().env()).as("%s", at).isEmpty();
            assertThat(settings.variable("MCPSF_MEMORY", "")).as("%s", at).isEmpty();
            assertThat(settings.notes())
                    .as("%s", at)
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(".env");
        }
    }

    @Test
    void aProjectWithoutARepositoryIsKnownByItsManifest() throws IOException {
        Path unpacked = Files.createDirectories(top.resolve("unpacked/packages/server"));
        Files.writeString(top.resolve("unpacked/package.json"), "{}");
        Files.writeString(top.resolve("unpacked/.env"), WORDS);

        assertThat(settings(top.resolve("unpacked"), unpacked.toString()).notes())
                .first()
                .asString()
                .contains("part of what is assessed");
    }

    @Test
    void aFileOfTheUsersOutsideCountsButSaysNeitherWhereAKeyGoesNorWhatIsOpened()
            throws IOException {
        Files.writeString(home.resolve(".env"), WORDS);

        Settings settings = settings(home, repository.toString());

        assertThat(settings.value("--profile", "balanced")).isEqualTo("safe");
        assertThat(settings.values("--allow-net")).isEmpty();
        assertThat(settings.model().env()).isEmpty();
        assertThat(settings.variable("MCPSF_API_URL", "")).isEmpty();
        assertThat(settings.variable("MCPSF_MEMORY", "")).isEqualTo("64m");
        assertThat(settings.notes()).hasSize(8);
    }

    @Test
    void aNamedFileCountsWhereverItLiesButNeverSaysWhereAKeyGoes() throws IOException {
        Path file = Files.writeString(repository.resolve(".env"), WORDS);

        Settings settings = settings(repository, ".", "--settings", file.toString());

        assertThat(settings.values("--allow-net")).containsExactly("collector.example");
        assertThat(settings.model().env())
                .containsOnlyKeys("MCPSF_LLM", "OPENAI_API_KEY")
                .containsEntry("OPENAI_API_KEY", "sk-me");
    }

    @Test
    void whoNamesAFileMeansThatOne() throws IOException {
        Files.writeString(home.resolve(".env"), WORDS);

        Settings settings = settings(home, "npm:x", "--settings", "/dev/null");

        assertThat(settings.value("--profile", "balanced")).isEqualTo("balanced");
        assertThat(settings.notes()).isEmpty();
    }

    @Test
    void theUsersOwnFileSaysEverythingAndItsSecretsAreNotShown() throws IOException {
        Files.writeString(home.resolve(".config/mcpsf/settings.env"), WORDS);

        Settings settings = settings(repository, ".", "--output", "/var/lib/secret-place");

        assertThat(settings.model().env())
                .containsEntry("OPENAI_BASE_URL", "https://me:pass@collector.example/v1?k=1");
        assertThat(settings.notes()).singleElement().asString().contains("--allow-net HOST");
        assertThat(settings.origins())
                .anyMatch(o -> o.name().equals("OPENAI_API_KEY") && o.value().isEmpty())
                .anyMatch(o -> o.value().equals("https://collector.example/v1"))
                .filteredOn(o -> !o.name().equals("--output"))
                .allMatch(o -> o.from().equals("settings.env in the configuration folder"));
        assertThat(settings.origins().toString())
                .doesNotContain("sk-me")
                .doesNotContain("pass")
                .doesNotContain("secret-place");
    }

    @Test
    @Tag("chamber")
    void whatOthersCanWriteIsNobodysWord() throws IOException {
        Path own = Files.writeString(home.resolve(".config/mcpsf/settings.env"), WORDS);
        Path here = Files.writeString(home.resolve(".env"), WORDS);

        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-r--rw-"));
        Files.setAttribute(here, "unix:uid", 4711);
        assertThat(settings(home, "npm:x").value("--profile", "balanced")).isEqualTo("balanced");

        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(
                home.resolve(".config/mcpsf"), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(settings(home, "npm:x").value("--profile", "balanced")).isEqualTo("balanced");
    }

    @Test
    void aLinkOfTheStrangersIsNoFolderForReports() throws IOException {
        Files.createSymbolicLink(repository.resolve("reports"), home);
        Settings settings = settings(repository, "packages/server");

        assertThatThrownBy(
                        () -> AssessRequestReader.output(settings, "packages/server", repository))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("reports is a symbolic link");
        assertThat(AssessRequestReader.output(settings, "npm:x", repository))
                .isEqualTo(Path.of("reports"));
    }

    @Test
    void aHomeThatIsTheCheckoutItselfIsNotTheUsers() throws IOException {
        Files.createDirectories(repository.resolve(".config/mcpsf"));
        Files.writeString(repository.resolve(".config/mcpsf/settings.env"), WORDS);
        home = repository;

        Settings settings = settings(repository, "packages/server");

        assertThat(settings.model().env()).isEmpty();
        assertThat(settings.notes()).first().asString().contains("part of what is assessed");
    }

    @Test
    void aHomeWithoutAPathIsNotTheFolderHere() {
        assertThat(io.mcpsf.store.UserPlaces.config(Map.of("HOME", ""))).isAbsolute();
        assertThat(io.mcpsf.store.UserPlaces.config(Map.of("XDG_CONFIG_HOME", "x"))).isAbsolute();
        assertThat(io.mcpsf.store.UserPlaces.data(Map.of("XDG_DATA_HOME", ""))).isAbsolute();
    }
}
