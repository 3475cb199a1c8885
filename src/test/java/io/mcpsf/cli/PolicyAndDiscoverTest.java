package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The commands {@code policy} and {@code discover}, as words in and lines out. */
final class PolicyAndDiscoverTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir Path folder;

    @Test
    void everyFaultOfAPolicyIsListed() throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), "{netwrok: {}, limits: {cpus: x}}");

        assertThat(run("policy", "check", file.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(text(err)).contains("netwrok: unknown key", "limits.cpus: \"x\"", "2 errors");
    }

    @Test
    void aPresetIsExplained() {
        assertThat(run("policy", "explain", "maximum")).isEqualTo(ExitCode.FINE);
        assertThat(text(out)).contains("May not connect to anything.", "[preset maximum]");
    }

    @Test
    void aFileThatIsCalledLikeAPresetIsNotThatPreset() throws IOException {
        for (String preset : PolicyLayer.PRESETS) {
            Files.writeString(
                    folder.resolve(preset),
                    "version: 1\nsecrets: {a: {from: 'command:touch x', to: [a.example]}}\n");

            assertThat(secrets(PolicyFile.layer(preset, folder))).isEmpty();
            assertThat(secrets(PolicyFile.layer("./" + preset, folder))).hasSize(1);
        }
    }

    @Test
    void anIdOfACaseIsLookedForBelowReportsFirst() throws IOException {
        kept("latest");
        kept("reports/latest");

        assertThat(KnownCase.find("latest", folder))
                .isEqualTo(folder.resolve("reports/latest/evidence.jsonl"));
        assertThat(KnownCase.find("./latest", folder).normalize())
                .isEqualTo(folder.resolve("latest/evidence.jsonl"));
    }

    @Test
    void aPolicyFromACaseIsAValidOneAndNoneIsMadeForAThief() throws IOException {
        Path honest = kept("calculator");
        assertThat(run("policy", "from-case", honest.toString())).isEqualTo(ExitCode.FINE);
        Path file = Files.writeString(folder.resolve("p.yaml"), text(out));
        assertThat(run("policy", "check", file.toString())).isEqualTo(ExitCode.FINE);

        Path thief = kept("thief");
        assertThat(run("policy", "from-case", thief.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(text(err)).contains("MALICIOUS");
    }

    @Test
    void configuredServersAreListedWithoutTheirSecrets() throws IOException {
        Files.createDirectories(folder.resolve(".cursor"));
        Files.writeString(
                folder.resolve(".cursor/mcp.json"),
                "{\"mcpServers\": {\"\\u001b[31mred\": {\"command\": \"npx\", \"args\": [\"one\"],"
                        + " \"env\": {\"API_TOKEN\": \"hunter2hunter2\"}}}}");
        String[] words = {"discover", "--home", folder.toString(), "--project", folder.toString()};

        assertThat(run(words)).isEqualTo(ExitCode.FINE);
        assertThat(text(out))
                .contains("Cursor", "npx one", "unpinned-version", "plaintext-secret")
                .doesNotContain("hunter2", "\u001b");

        assertThat(run(words[0], words[1], words[2], words[3], words[4], "--format", "json"))
                .isEqualTo(ExitCode.FINE);
        JsonNode server = Json.read(text(out)).at("/servers/0");
        assertThat(server.path("client").asString()).isEqualTo("Cursor");
        assertThat(server.path("scope").asString()).isEqualTo("user");
        assertThat(server.path("source").asString()).isEqualTo("npm:one");
        assertThat(text(out)).doesNotContain("hunter2");
    }

    @Test
    void aHomeThatIsNotThereIsAMistake() {
        assertThat(run("discover", "--home", folder.resolve("none").toString()))
                .isEqualTo(ExitCode.FAILED);
    }

    private static Map<?, ?> secrets(PolicyLayer layer) {
        return MergedPolicy.of(List.of(layer)).policy().secrets();
    }

    private Path kept(String name) throws IOException {
        Path kept = Files.createDirectories(folder.resolve(name));
        String like = name.equals("thief") ? name : "calculator";
        Files.copy(
                Path.of("src/test/resources/report/" + like + ".jsonl"),
                kept.resolve("evidence.jsonl"));
        return kept;
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
