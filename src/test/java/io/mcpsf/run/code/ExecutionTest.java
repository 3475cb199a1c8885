package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.FileUse;
import io.mcpsf.exec.ExecutionLog.RefusedFile;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.PackageObservation.CodeFlagged;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecStreams;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Honest code in the chamber: what it is given, what it gives back, what is written down. */
@Tag("chamber")
final class ExecutionTest {

    @TempDir Path folder;
    private CodeTrial trial;

    @BeforeEach
    void open() throws Exception {
        trial = new CodeTrial(folder.resolve("executions"));
    }

    @AfterEach
    void close() {
        trial.close();
    }

    @Test
    void codeWorksOnACopyAndWhatItMadeComesBackByNameWithoutLinksAndDevices() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Files.createDirectory(mine.resolve("data"));
        Files.writeString(mine.resolve("data/in.csv"), "1\n2\n");
        Files.writeString(mine.resolve("keep.txt"), "kept");
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(mine.resolve("out"), elsewhere);

        ExecutionLog log =
                trial.in(mine)
                        .under("limits: {disk: 8m}")
                        .python(
                                """
                                import os
                                total = sum(int(line) for line in open('data/in.csv'))
                                open('/workspace/results/sum.txt', 'w').write(str(total))
                                os.makedirs('results/deep/er')
                                open('results/deep/er/x', 'w').write('x')
                                os.chmod('results/deep/er/x', 0o4755)
                                os.symlink('/etc/passwd', 'results/link')
                                os.mkfifo('results/pipe')
                                os.truncate(os.open('results/huge', os.O_CREAT | os.O_WRONLY), 5 << 20)
                                os.truncate(os.open('results/huger', os.O_CREAT | os.O_WRONLY), 5 << 20)
                                if os.path.islink('out'): os.remove('out')
                                os.mkdir('out')
                                open('out/through', 'w').write('x')
                                os.remove('keep.txt')
                                print(total)
                                """);

        assertThat(log.output().stdout()).isEqualTo("3\n");
        assertThat(log.output().stderr()).isEmpty();
        assertThat(log.ending())
                .isEqualTo(
                        new ExecutionLog.Ending(ExecutionLog.Status.DONE, 0, java.util.List.of()));
        assertThat(log.access().written())
                .hasSize(3)
                .contains("results/deep/er/x", "results/sum.txt")
                .containsAnyOf("results/huge", "results/huger");
        assertThat(log.access().refused())
                .contains(
                        new RefusedFile("results/link", "a link"),
                        new RefusedFile("results/pipe", "a device, pipe or socket"),
                        new RefusedFile("out/through", "a link of the workspace is in its way"))
                .anyMatch(file -> file.why().equals("beyond the limit of the disk"));
        assertThat(mine.resolve("results/sum.txt")).hasContent("3");
        assertThat(Files.getPosixFilePermissions(mine.resolve("results/deep/er/x")))
                .as("no mode of the code's")
                .hasSize(4);
        assertThat(mine.resolve("keep.txt")).as("nothing is deleted").hasContent("kept");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(log.access().files())
                .contains(
                        new FileUse("/workspace/data/in.csv", "read", true),
                        new FileUse("/workspace/keep.txt", "delete", true));
        assertThat(log.resources().cpuMillis()).isPositive();
        assertThat(log.resources().memoryPeakBytes()).isBetween(1L << 20, 512L << 20);
    }

    @Test
    void foldersOfServersAndSkillsAreThereReadOnlyAndNothingElseIs() throws Exception {
        Path servers = Files.createDirectory(folder.resolve("servers"));
        Path skills = Files.createDirectory(folder.resolve("skills"));
        Files.writeString(servers.resolve("tool.js"), "module.exports = () => 42;\n");
        Files.writeString(skills.resolve("greet.py"), "def hi(): return 'hi'\n");
        trial.with(servers, skills).under("code: {allow: [file]}");

        assertThat(
                        trial.python(
                                        """
                                        import greet, os
                                        try:
                                            open('/skills/new', 'w')
                                        except OSError as e:
                                            print(greet.hi(), e.errno)
                                        print(sorted(set(os.listdir('/')) & {'root', 'home', 'srv', 'mnt'}))
                                        print(os.listdir('/home'), sorted(k for k in os.environ if 'USER' in k))
                                        """)
                                .output()
                                .stdout())
                .startsWith("hi 30\n")
                .endsWith("['user'] ['USER']\n");
        assertThat(trial.node("console.log(require('tool')())").output().stdout())
                .isEqualTo("42\n");
    }

    @Test
    void refusedCodeIsNotStartedAndItsLogIsKept() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));

        ExecOutcome outcome =
                trial.in(mine)
                        .run(
                                CodeLanguage.PYTHON,
                                "open('made', 'w')\nimport os\nos.system('id')",
                                ExecStreams.none());

        ExecutionLog log = outcome.log();
        assertThat(log.ending().status()).isEqualTo(ExecutionLog.Status.REFUSED);
        assertThat(log.ending().exitCode()).isEqualTo(125);
        assertThat(log.ending().errors())
                .containsExactly("refused: line 3: os.system starts a program");
        assertThat(mine.resolve("made")).doesNotExist();
        try (var lines = Files.newBufferedReader(outcome.caseFolder().resolve("evidence.jsonl"))) {
            assertThat(EvidenceFormat.read(lines).of(CodeFlagged.class)).hasSize(1);
        }
    }

    @Test
    void outputComesWhileTheCodeRunsAndIsCutAtItsCap() throws Exception {
        var out = new ByteArrayOutputStream();

        ExecOutcome outcome =
                trial.run(
                        CodeLanguage.BASH,
                        "echo first; yes | head -c 3000000; echo failed >&2; exit 9",
                        new ExecStreams(out, new ByteArrayOutputStream(), _ -> {}, _ -> {}));

        ExecutionLog log = outcome.log();
        assertThat(out.size()).isEqualTo(1 << 20);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("first\ny\n");
        assertThat(log.output().stdoutBytes()).isEqualTo(3_000_006);
        assertThat(log.ending().exitCode()).isEqualTo(9);
        assertThat(log.ending().errors()).containsExactly("exited with code 9", "failed");
        String kept = Files.readString(outcome.caseFolder().resolve("execution.json"));
        assertThat(Json.read(kept).path("exitCode").asInt()).isEqualTo(9);
        try (var lines = Files.newBufferedReader(outcome.caseFolder().resolve("evidence.jsonl"))) {
            assertThat(EvidenceFormat.read(lines).file().subject().kind()).isEqualTo("code");
        }
    }
}
