package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.RefusedStartException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutionException;

/** A server that reads any file it is asked for, served within a policy. */
@Tag("chamber")
final class GuardedRunTest {

    private static final String READER = Path.of("samples/file-reader").toAbsolutePath().toString();

    @TempDir Path folder;

    @Test
    void aFolderOfThePolicyIsThereAsItsOwnersAndItsNeighbourIsNot() throws Exception {
        Path mine = Files.createDirectory(folder.resolve("mine"));
        Path other = Files.createDirectory(folder.resolve("other"));
        Path note = Files.writeString(mine.resolve("note.txt"), "of mine");
        Path hidden = Files.writeString(other.resolve("note.txt"), "of the other");
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(note, PosixFilePermissions.fromString("rw-------"));
        GuardOutcome outcome;
        try (var trial = GuardTrial.of(READER, reading(mine), folder.resolve("sessions"))) {
            trial.greet("{}");
            trial.ask("tools/list", "{}");

            assertThat(text(trial, note)).contains("of mine");
            assertThat(text(trial, hidden)).contains("ENOENT").doesNotContain("of the other");
            assertThat(text(trial, other)).as("not even its name").contains("ENOENT");
            assertThat(text(trial, Path.of("/etc/shadow"))).doesNotContain("root:");
            outcome = trial.leave();
        }

        assertThat(outcome.exitCode()).isZero();
        Evidence evidence = evidence(outcome);
        assertThat(evidence.coverage().phases())
                .containsKeys(Phase.START, Phase.HANDSHAKE, Phase.LIST, Phase.CALL, Phase.STOP);
        assertThat(evidence.seen().stream().map(seen -> seen.what().getClass().getSimpleName()))
                .contains("ToolListed", "ToolCalled", "ToolAnswered");
        assertThat(new Assessment().judge(evidence).verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(evidence.file().settings().origins().stream().map(o -> o.name()))
                .contains("files.read");
    }

    @Test
    void aPolicyThatCannotBeKeptStartsNothing() throws Exception {
        try (var trial =
                GuardTrial.of(
                        READER, "version: 1\nprivacy: [email]\n", folder.resolve("sessions"))) {
            assertThatThrownBy(trial::end)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RefusedStartException.class);
        }
        assertThat(folder.resolve("sessions")).doesNotExist();
    }

    private static String reading(Path path) {
        return "version: 1\npreset: recommended\nfiles: {read: [\"%s\"]}\n".formatted(path);
    }

    private static String text(GuardTrial trial, Path path) throws IOException {
        return Json.text(trial.call("read_file", "{\"path\":\"%s\"}".formatted(path)));
    }

    static Evidence evidence(GuardOutcome outcome) throws IOException {
        try (var reader = Files.newBufferedReader(outcome.caseFolder().resolve("evidence.jsonl"))) {
            return EvidenceFormat.read(reader);
        }
    }
}
