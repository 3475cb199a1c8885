package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Target;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.source.Sources;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whatever a developer has at hand is a source, and the forms of one server are one source. */
final class SourceReadingTest {

    private static final String ENTRY =
            """
            {"command": "npx", "args": ["-y", "@acme/files@1.2.3", "--root", "/srv"],
             "env": {"API_TOKEN": "ghp_abcdefghijklmnopqrstuvwxyz0123", "MODE": "fast"}}\
            """;

    @TempDir Path here;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private boolean terminal;
    private String typed = "";
    private List<Target> known = List.of();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npx -y @acme/files@1.2.3 --root /srv",
                "--profile safe npx -y @acme/files@1.2.3 --root /srv",
                "--quiet -- npx -y @acme/files@1.2.3 --root /srv",
                "npx --yes --package=@acme/files@1.2.3 files --root /srv",
                "/usr/local/bin/npx @acme/files@1.2.3 --root /srv",
                "npm exec -y @acme/files@1.2.3 --root /srv",
                "pnpm dlx @acme/files@1.2.3 --root /srv",
                "bunx @acme/files@1.2.3 --root /srv",
                "@acme/files@1.2.3 -- --root /srv",
                "npm:@acme/files@1.2.3 -- --root /srv",
                "https://www.npmjs.com/package/@acme/files/v/1.2.3 -- --root /srv",
                "https://registry.npmjs.org/@acme/files/1.2.3 -- --root /srv",
                "https://unpkg.com/@acme/files@1.2.3/dist/index.js -- --root /srv",
                "https://cdn.jsdelivr.net/npm/@acme/files@1.2.3/index.js -- --root /srv",
                "--config mcp.json",
                "--config mcp.json --server files",
                "--config settings.json --server files",
                "--config config.toml --server files",
            })
    void theFormsOfAnNpmPackageAreOneSource(String line) throws Exception {
        writeConfigurations();

        GivenSource given = read(line.replace("--config ", "--config " + here + "/").split(" "));

        assertThat(Sources.parse(given.source(), here))
                .isEqualTo(new Target.Npm("@acme/files", "1.2.3"));
        assertThat(given.arguments()).containsExactly("--root", "/srv");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "uvx mcp-time==2.0 --utc",
                "uvx mcp-time@2.0 --utc",
                "uvx --from mcp-time==2.0 mcp-time --utc",
                "uv tool run mcp-time==2.0 --utc",
                "pipx run mcp-time==2.0 --utc",
                "pypi:mcp-time==2.0 -- --utc",
                "pypi:mcp-time@2.0 -- --utc",
                "mcp-time==2.0 -- --utc",
                "https://pypi.org/project/mcp-time/2.0/ -- --utc",
                "https://pypi.org/pypi/mcp-time/2.0/json -- --utc",
            })
    void theFormsOfAPyPiPackageAreOneSource(String line) throws Exception {
        GivenSource given = read(line.split(" "));

        assertThat(Sources.parse(given.source(), here))
                .isEqualTo(new Target.Pypi("mcp-time", "2.0"));
        assertThat(given.arguments()).containsExactly("--utc");
    }

    @Test
    void aWholeCommandMayBeOneWord() throws Exception {
        GivenSource given = read("npx -y @acme/files@1.2.3 --root '/srv/a b'");

        assertThat(given.source()).isEqualTo("npm:@acme/files@1.2.3");
        assertThat(given.arguments()).containsExactly("--root", "/srv/a b");
    }

    @Test
    void anEntryMayBeGivenAsJsonAndItsSecretsStayAtHome() throws Exception {
        for (String json :
                List.of(
                        ENTRY,
                        "{\"files\": " + ENTRY + "}",
                        "{\"mcpServers\": {\"files\": " + ENTRY + "}}")) {
            GivenSource given = read(json);

            assertThat(given.source()).isEqualTo("npm:@acme/files@1.2.3");
            assertThat(given.env()).containsEntry("MODE", "fast").containsKey("API_TOKEN");
            assertThat(given.env().get("API_TOKEN")).startsWith("ghp_").doesNotContain("abcdefgh");
        }
    }

    @Test
    void aScriptIsStartedInItsProject() throws Exception {
        Files.writeString(here.resolve("package.json"), "{}");
        Files.createDirectories(here.resolve("dist"));
        Files.writeString(here.resolve("dist/index.js"), "");

        GivenSource given = read("node", "--no-warnings", "dist/index.js", "--root", "/srv");
        GivenSource whole = read("node", here + "/dist/index.js");

        assertThat(given.source()).isEqualTo(here.toString());
        assertThat(given.command()).containsExactly("node", "--no-warnings", "dist/index.js");
        assertThat(given.arguments()).containsExactly("--root", "/srv");
        assertThat(whole.command()).containsExactly("node", "dist/index.js");
        assertThatThrownBy(() -> read("node", "missing.js"))
                .isInstanceOf(UsageException.class)
                .hasMessage("cannot find what node missing.js starts");
    }

    @Test
    void anAddressInAConfigurationIsAServerThatRuns() throws Exception {
        assertThat(read("{\"type\": \"http\", \"url\": \"https://mcp.acme.example/mcp\"}").source())
                .isEqualTo("https://mcp.acme.example/mcp");
        assertThat(read("npx", "mcp-remote", "https://mcp.acme.example/mcp").source())
                .isEqualTo("https://mcp.acme.example/mcp");
    }

    @Test
    void aConfigurationWithSeveralServersNeedsAName() throws Exception {
        writeConfigurations();

        assertThatThrownBy(() -> read("--config", here + "/settings.json"))
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith("has 2 servers")
                .extracting(e -> ((UsageException) e).why())
                .isEqualTo("the names are files, time");
        assertThatThrownBy(() -> read("--config", here + "/settings.json", "--server", "flies"))
                .extracting(e -> ((UsageException) e).next())
                .isEqualTo("did you mean files? --server NAME");
    }

    @Test
    void aContainerIsItsImageWithWhatItIsGiven() throws Exception {
        GivenSource given =
                read("docker", "run", "-i", "--rm", "-e", "MODE=a", "mcp/fetch:1", "--fast");

        assertThat(given.source()).isEqualTo("docker:mcp/fetch:1");
        assertThat(given.arguments()).containsExactly("--fast");
        assertThat(given.env()).isEqualTo(Map.of("MODE", "a"));
        assertThat(given.detected(here))
                .isEqualTo("[*] Detected: container image mcp/fetch:1, arguments: --fast");
        assertThat(read("docker", "run", "--entrypoint=/bin/x", "mcp/fetch").command())
                .containsExactly("/bin/x");
    }

    @Test
    void aPlainNameBelongsToTheRegistryThatHasIt() throws Exception {
        known = List.of(new Target.Npm("mcp-time", ""));
        assertThat(read("mcp-time").source()).isEqualTo("mcp-time");
        known = List.of(new Target.Pypi("mcp-time", ""));
        assertThat(read("mcp-time").source()).isEqualTo("pypi:mcp-time");
        assertThat(read("mcp-time@2.0").source()).isEqualTo("pypi:mcp-time@2.0");
        assertThat(read("mcp-time", "--offline").source()).isEqualTo("mcp-time");
    }

    @Test
    void aNameThatTwoRegistriesHaveIsAskedAboutAndRefusedWhereNobodyCanAnswer() throws Exception {
        known = List.of(new Target.Npm("mcp-time", ""), new Target.Pypi("mcp-time", ""));

        assertThatThrownBy(() -> read("mcp-time"))
                .hasMessage("mcp-time is the name of two packages")
                .extracting(e -> ((UsageException) e).next())
                .isEqualTo("mcpsf assess npm:mcp-time, or mcpsf assess pypi:mcp-time");
        terminal = true;
        typed = "2\n";
        assertThat(read("mcp-time").source()).isEqualTo("pypi:mcp-time");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("1  npm:mcp-time");
        typed = "";
        assertThatThrownBy(() -> read("mcp-time")).hasMessage("none was chosen");
    }

    @Test
    void whatIsDetectedIsSaidInOneLine() throws Exception {
        assertThat(read("@acme/files@1.2.3", "--", "--root", "/srv").detected(here))
                .isEqualTo("[*] Detected: npm package @acme/files@1.2.3, arguments: --root /srv");
        assertThat(read("github:acme/files@v1/src").detected(here))
                .isEqualTo(
                        "[*] Detected: Git repository https://github.com/acme/files, ref v1,"
                                + " folder src");
        assertThat(read(".").detected(here)).isEqualTo("[*] Detected: folder " + here);
    }

    private GivenSource read(String... words) throws InterruptedException {
        var all = new ArrayList<>(List.of("assess"));
        all.addAll(List.of(words));
        var console =
                new Console(
                        System.out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(terminal, terminal, 90, true),
                        Map.of());
        CommandLine line = new CommandLine(AssessOptions.declared());
        List<String> args = CommandSource.separated(all, line.getCommandSpec());
        int end = args.indexOf("--");
        List<String> own = args.subList(1, end < 0 ? args.size() : end);
        List<String> behind = end < 0 ? List.of() : args.subList(end + 1, args.size());
        var answers = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
        return new SourceReading(console, (name, version) -> known, answers)
                .read(line.parseArgs(own.toArray(String[]::new)), behind, here);
    }

    private void writeConfigurations() throws IOException {
        Files.writeString(here.resolve("mcp.json"), "{\"mcpServers\": {\"files\": " + ENTRY + "}}");
        Files.writeString(
                here.resolve("settings.json"),
                "{\"servers\": {\"files\": "
                        + ENTRY
                        + ", \"time\": {\"command\": \"uvx\", \"args\": [\"mcp-time\"]}}}");
        Files.writeString(
                here.resolve("config.toml"),
                """
                [mcp_servers.files]
                command = "npx"
                args = ["-y", "@acme/files@1.2.3", "--root", "/srv"]
                """);
    }
}
