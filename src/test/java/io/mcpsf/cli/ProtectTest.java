package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code protect}, as words in and files out. */
final class ProtectTest {

    private static final String CURSOR =
            """
            {
              // a comment
              "mcpServers": {
                "files": {"command": "npx", "args": ["-y", "@acme/server@1.2.3"], "env": {"TOKEN": "0123456789abcdef"}},
                "far": {"url": "https://mcp.acme.example/mcp"}
              }
            }
            """;

    private static final String CODEX =
            "[mcp_servers.git] # mine\ncommand = \"uvx\"\nargs = [\"mcp-server-git\"]\n";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir Path home;

    @Test
    void mcpsfItselfIsAddedToClientsAndTakenOutToTheSameBytes() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);
        Path codex = write(".codex/config.toml", CODEX);

        assertThat(protect("--add-mcpsf", "--dry-run")).isEqualTo(ExitCode.FINE);
        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
        assertThat(protect("--add-mcpsf")).isEqualTo(ExitCode.FINE);
        assertThat(protect("--add-mcpsf")).as("twice is harmless").isEqualTo(ExitCode.FINE);

        assertThat(Files.readString(cursor))
                .contains("// a comment")
                .containsOnlyOnce("\"mcpsf\": {\"command\":\"mcpsf\",\"args\":[\"mcp\"]},");
        assertThat(Files.readString(codex))
                .startsWith(CODEX)
                .containsOnlyOnce("[mcp_servers.mcpsf]\ncommand = \"mcpsf\"\nargs = [\"mcp\"]\n");
        assertThat(text(out)).contains("mcpsf: there already");

        assertThat(protect("--add-mcpsf", "--undo")).isEqualTo(ExitCode.FINE);
        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
        assertThat(Files.readString(codex)).isEqualTo(CODEX);
    }

    @Test
    void allEntriesAreProtectedAndUndoneToTheSameBytes() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);
        Path codex = write(".codex/config.toml", CODEX);
        Files.setPosixFilePermissions(cursor, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(protect()).isEqualTo(ExitCode.INCONCLUSIVE);

        assertThat(Files.readString(cursor))
                .contains("// a comment")
                .contains(
                        "[\"run\", \"--policy\", \"recommended\", \"-e\", \"TOKEN\", \"--\","
                                + " \"npx\", \"-y\", \"@acme/server@1.2.3\"]");
        assertThat(Files.readString(codex)).contains("\"--\", \"uvx\", \"mcp-server-git\"]");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cursor)))
                .isEqualTo("rw-r-----");
        assertThat(Files.readString(home.resolve(".cursor/mcp.json.mcpsf-backup")))
                .isEqualTo(CURSOR);
        assertThat(text(out))
                .contains("far: left as it is: a remote server")
                .doesNotContain("0123456789abcdef");

        assertThat(protect("--undo")).isEqualTo(ExitCode.FINE);

        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
        assertThat(Files.readString(codex)).isEqualTo(CODEX);
        try (Stream<Path> files = Files.list(home.resolve(".cursor"))) {
            assertThat(files).containsExactly(cursor);
        }
    }

    @Test
    void aDryRunWritesNothing() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);

        assertThat(protect("--dry-run", "--server", "files")).isEqualTo(ExitCode.FINE);

        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
        assertThat(text(out))
                .contains("files, line 4", "- npx -y @acme/server@1.2.3", "run --policy");
        try (Stream<Path> files = Files.list(home.resolve(".cursor"))) {
            assertThat(files).containsExactly(cursor);
        }
    }

    @Test
    void onlyTheClientThatWasNamedIsChanged() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);
        Path codex = write(".codex/config.toml", CODEX);

        assertThat(protect("--client", "codex")).isEqualTo(ExitCode.FINE);

        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
        assertThat(Files.readString(codex)).contains("\"run\"");
    }

    @Test
    void protectingTwiceChangesNothingMore() throws IOException {
        Path codex = write(".codex/config.toml", CODEX);
        protect();
        String once = Files.readString(codex);

        assertThat(protect()).isEqualTo(ExitCode.FINE);

        assertThat(Files.readString(codex)).isEqualTo(once);
        assertThat(protect("--undo")).isEqualTo(ExitCode.FINE);
        assertThat(Files.readString(codex)).isEqualTo(CODEX);
    }

    @Test
    void theLinkToAFileStays() throws IOException {
        Path real = write("dotfiles/config.toml", CODEX);
        Files.createDirectories(home.resolve(".codex"));
        Path link = Files.createSymbolicLink(home.resolve(".codex/config.toml"), real);

        assertThat(protect()).isEqualTo(ExitCode.FINE);

        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(real)).contains("\"run\"");
    }

    @Test
    void thePolicyAndTheDigestComeFromTheAssessment() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);
        assessed("20260101-000000-old-0000", "1.2.3", "MALICIOUS", "version: 1\n");
        assessed("20260102-000000-new-0000", "1.2.3", "NOTHING_SEEN", "version: 1\n# new\n");
        assessed("20260103-000000-other-0000", "9.9.9", "NOTHING_SEEN", "version: 1\n");

        int code = protect("--server", "files", "--cases", home.resolve("reports").toString());

        assertThat(code).isEqualTo(ExitCode.FINE);
        Path policy = home.resolve(".config/mcpsf/policies/cursor-files.yaml");
        assertThat(Files.readString(policy)).contains("# new");
        assertThat(Files.readString(cursor))
                .contains("\"" + policy + "\", \"--digest\", \"" + "ab".repeat(32) + "\"");
    }

    @Test
    void aMaliciousServerIsNotProtected() throws IOException {
        Path cursor = write(".cursor/mcp.json", CURSOR);
        assessed("20260101-000000-a-0000", "1.2.3", "MALICIOUS", "version: 1\n");

        int code = protect("--server", "files", "--cases", home.resolve("reports").toString());

        assertThat(code).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(text(out)).contains("MALICIOUS: remove it");
        assertThat(Files.readString(cursor)).isEqualTo(CURSOR);
    }

    private void assessed(String id, String version, String verdict, String policy)
            throws IOException {
        write("reports/" + id + "/profile/policy.yaml", policy);
        write(
                "reports/" + id + "/report.json",
                """
                {"verdict": "%s", "target": {"kind": "npm", "name": "@acme/server", "version": "%s", "sha256": "%s"}}
                """
                        .formatted(verdict, version, "ab".repeat(32)));
    }

    private Path write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private int protect(String... more) {
        var words =
                new java.util.ArrayList<>(
                        List.of(
                                "protect",
                                "--home",
                                home.toString(),
                                "--project",
                                home.toString()));
        words.addAll(List.of(more));
        out.reset();
        return run(words.toArray(String[]::new));
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        var console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new Console.Ends(false, false, 100, true),
                        Map.of());
        return Main.cli(console).run(words);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
