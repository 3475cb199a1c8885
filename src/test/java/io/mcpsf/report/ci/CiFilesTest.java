package io.mcpsf.report.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.report.Borrowed;
import io.mcpsf.report.Cases;
import io.mcpsf.report.form.ReportFiles;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What build servers are given, run as far as it can be here: with a stand-in for the program. */
@Tag("peers")
final class CiFilesTest {

    private static final Path FILES = Path.of("deploy/ci").toAbsolutePath();

    @TempDir Path folder;

    private Path program;

    /** Writes its words to a file, leaves a case, and ends as it is told. */
    @BeforeEach
    void standIn() throws IOException {
        Path made = folder.resolve("reports/case");
        for (var file : ReportFiles.of(Cases.thief()).entrySet()) {
            Path path = made.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        Files.createSymbolicLink(folder.resolve("reports/latest"), Path.of("case"));
        program = folder.resolve("mcpsf");
        Files.writeString(
                program, "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$WORDS\"\nexit \"${CODE:-0}\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void theActionKeepsToTheSchemaOfGitHub() throws Exception {
        Path both = Borrowed.node("@action-validator/core@0.6.0", "@action-validator/cli@0.6.0");
        String tool = both.resolve("node_modules/@action-validator/cli/cli.mjs").toString();

        Borrowed.run(List.of("node", tool, FILES.resolve("action.yml").toString()));

        Path broken =
                Files.writeString(
                        folder.resolve("action.yml"),
                        Files.readString(FILES.resolve("action.yml"))
                                .replace("using: composite", "using: magic"));
        assertThatThrownBy(() -> Borrowed.run(List.of("node", tool, broken.toString())))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void preCommitTakesTheHook() throws Exception {
        Path python = Borrowed.python("pre-commit==4.7.0");

        Borrowed.run(
                List.of(
                        python.toString(),
                        "-m",
                        "pre_commit",
                        "validate-manifest",
                        FILES.resolve("pre-commit-hooks.yaml").toString()));
    }

    @Test
    void gitLabFindsItsReports() throws IOException {
        JsonNode job =
                new YAMLMapper()
                        .readTree(Files.readString(FILES.resolve("gitlab.yml")))
                        .path("mcpsf");

        assertThat(job.at("/artifacts/reports/junit").asString()).isEqualTo("junit.xml");
        assertThat(job.at("/script/0").asString()).contains("deploy/ci/assess");
    }

    @Test
    void gitHubGetsItsSummaryAndTheWayToTheFindings() throws Exception {
        Path summary = folder.resolve("summary");
        Path outputs = folder.resolve("outputs");

        int code =
                run(
                        "assess",
                        Map.of(
                                "MCPSF_SOURCE",
                                "./server",
                                "GITHUB_STEP_SUMMARY",
                                summary.toString(),
                                "GITHUB_OUTPUT",
                                outputs.toString(),
                                "CODE",
                                "1"));

        assertThat(code).isEqualTo(1);
        assertThat(summary).content().startsWith("## mcpsf: MALICIOUS");
        String sarif =
                Files.readAllLines(outputs).stream()
                        .filter(line -> line.startsWith("sarif="))
                        .findFirst()
                        .orElseThrow()
                        .substring("sarif=".length());
        assertThat(Path.of(sarif)).exists();
    }

    @Test
    void gitLabGetsFilesByTheirNames() throws Exception {
        run("assess", Map.of("MCPSF_SOURCE", ".", "GITLAB_CI", "true"));

        assertThat(folder.resolve("junit.xml")).exists();
        assertThat(folder.resolve("report.html")).exists();
    }

    @Test
    void aSourceIsAWordAndNeverACommand() throws Exception {
        String evil = "$(touch pwned); `touch pwned` && touch pwned #";

        run("assess", Map.of("MCPSF_SOURCE", evil, "MCPSF_BASELINE", "a b'c"));

        assertThat(words()).contains(evil, "--baseline", "a b'c");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void aCommitIsStoppedByFindingsAndNotByDoubts() throws Exception {
        assertThat(run("pre-commit", Map.of("CODE", "1"))).isEqualTo(1);
        assertThat(run("pre-commit", Map.of("CODE", "3"))).isZero();
        assertThat(run("pre-commit", Map.of())).isZero();
        assertThat(words()).contains("--profile", "safe", "--quiet");
    }

    private List<String> words() throws IOException {
        return Files.readAllLines(folder.resolve("words"));
    }

    private int run(String script, Map<String, String> env) throws Exception {
        var builder =
                new ProcessBuilder(new ArrayList<>(List.of(FILES.resolve(script).toString())));
        builder.directory(folder.toFile()).redirectErrorStream(true);
        builder.redirectOutput(folder.resolve("said").toFile());
        for (String name : List.of("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITLAB_CI")) {
            builder.environment().remove(name);
        }
        builder.environment().putAll(env);
        builder.environment().put("MCPSF", program.toString());
        builder.environment().put("WORDS", folder.resolve("words").toString());
        Process process = builder.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
