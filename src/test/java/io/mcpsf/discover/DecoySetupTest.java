package io.mcpsf.discover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A configured server as it is assessed: as its user has it, but for the secrets. */
final class DecoySetupTest {

    private static final String TOKEN = "ghp_" + "0123456789abcdefghij0123456789abcdef";

    @TempDir Path home;

    @Test
    void secretsAreReplacedAndAllElseStays() throws IOException {
        DecoySetup setup =
                setup(
                        """
                        {"mcpServers": {"a": {"command": "npx", "args": ["-y", "one@1.0.0", "--api-key", "%s", "/srv"],
                          "env": {"GITHUB_TOKEN": "%s", "LOG_LEVEL": "debug", "OTHER": "${env:HOME_KEY}"}}}}
                        """
                                .formatted("s3cr3t-s3cr3t-s3cr3t", TOKEN));

        assertThat(setup.launch().source()).isEqualTo("npm:one@1.0.0");
        assertThat(setup.launch().arguments()).hasSize(3).startsWith("--api-key").endsWith("/srv");
        assertThat(setup.env()).containsEntry("LOG_LEVEL", "debug");
        assertThat(setup.env().get("GITHUB_TOKEN"))
                .startsWith("ghp_")
                .hasSameSizeAs(TOKEN)
                .isNotEqualTo(TOKEN);
        assertThat(setup.env().get("OTHER")).doesNotContain("$");
        assertThat(setup.toString()).doesNotContain("s3cr3t", "0123456789abcdef");
    }

    @Test
    void anEntryBehindTheGuardIsAssessedAsItself() throws IOException {
        DecoySetup setup =
                setup(
                        """
                        {"mcpServers": {"a": {"command": "/opt/mcpsf", "args": ["run", "--policy", "p.yaml", "-e", "K", "--", "uvx", "two", "x"]}}}
                        """);

        assertThat(setup.launch()).isEqualTo(new LaunchCommand("pypi:two", "", List.of("x")));
    }

    private DecoySetup setup(String json) throws IOException {
        Files.createDirectories(home.resolve(".cursor"));
        Files.writeString(home.resolve(".cursor/mcp.json"), json);
        ConfiguredServer server =
                Discovery.look(new Discovery.Where(List.of(home), List.of(), Map.of(), false))
                        .servers()
                        .getFirst();
        return DecoySetup.of(server, new SplittableRandom(1)).orElseThrow();
    }
}
