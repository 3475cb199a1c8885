package io.mcpsf.run.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.SensorChoice;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server in use whose calls are told by a program in the kernel, because the user wants it so.
 */
@Tag("chamber")
final class KernelSensedRunTest {

    private static final List<Sense> TOLD =
            List.of(Sense.PROCESSES, Sense.FILES, Sense.SOCKETS, Sense.SYSCALLS);

    @TempDir Path folder;

    @Test
    void anHonestServerWorksIsSeenFromItsFirstInstructionAndNotCleared() throws Exception {
        Path lent = Files.createDirectory(folder.resolve("lent"));
        Files.writeString(lent.resolve("note.txt"), "of mine");
        GuardOutcome outcome;
        try (var trial = trial("files: {read: [\"%s\"]}".formatted(lent), ViolationTest.SERVER)) {
            trial.greet("{}");
            assertThat(Json.text(trial.ask("tools/list", "{}"))).contains("Runs Python");
            assertThat(
                            ViolationTest.run(
                                    trial, "result = open('%s/note.txt').read()".formatted(lent)))
                    .contains("of mine");
            assertThat(
                            ViolationTest.run(
                                    trial,
                                    "import subprocess; result ="
                                            + " subprocess.check_output(['/usr/bin/cat',"
                                            + " '/proc/version'])"))
                    .contains("Linux");
            outcome = trial.leave();
        }

        assertThat(outcome.exitCode()).isZero();
        Evidence evidence = GuardedRunTest.evidence(outcome);
        List<ProcessStarted> started = of(evidence, ProcessStarted.class).toList();
        assertThat(started.getFirst().argv())
                .as("itself")
                .containsExactly("python3", "/opt/server/server.py");
        assertThat(started.getFirst().parent()).isZero();
        assertThat(started)
                .as("nothing of the runtime, nothing of its hook")
                .hasSize(2)
                .last()
                .satisfies(
                        cat -> {
                            assertThat(cat.path()).endsWith("/cat");
                            assertThat(cat.parent()).isEqualTo(started.getFirst().process());
                        });
        assertThat(of(evidence, FileOpened.class).map(FileOpened::path))
                .contains(lent + "/note.txt", "/proc/version")
                .as("its loader's first act, and nothing that the runtime opened before")
                .anyMatch(path -> path.startsWith("/etc/ld.so"))
                .noneMatch(path -> path.contains("/bundle") || path.contains("/run/mcpsf"));
        assertThat(of(evidence, PolicyViolated.class)).isEmpty();
        assertThat(of(evidence, CallRefused.class).map(CallRefused::call))
                .doesNotContain("mount", "pivot_root", "unshare", "setns");
        assertThat(evidence.coverage().senses()).containsKeys(TOLD.toArray(Sense[]::new));
        for (var told : evidence.coverage().senses().entrySet()) {
            Sense sense = told.getKey();
            if (!TOLD.contains(sense)) {
                continue;
            }
            var account = told.getValue();
            assertThat(account.health()).as(sense.name()).isEqualTo(Health.LOSSY);
            assertThat(account.why()).startsWith("eBPF is the sensor, as --sensor ebpf asks: ");
            assertThat(account.lost()).as(account.why()).isZero();
        }
        Judgement judgement = new Assessment().judge(evidence);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.findings()).allMatch(finding -> finding.severity() == Severity.LOW);
    }

    @ParameterizedTest
    @EnumSource(SensorChoice.class)
    void aServerThatDiesAtOnceHasItsOwnExitCode(SensorChoice sensor) throws Exception {
        try (var trial = trial(sensor, "", "raise SystemExit(3)")) {
            assertThat(trial.end().exitCode()).isEqualTo(3);
        }
    }

    private GuardTrial trial(String more, String server) throws IOException {
        return trial(SensorChoice.EBPF, more, server);
    }

    private GuardTrial trial(SensorChoice sensor, String more, String server) throws IOException {
        Path source = Files.createDirectories(folder.resolve("server"));
        Files.writeString(source.resolve("server.py"), server);
        return GuardTrial.seenBy(
                sensor,
                source.toString(),
                "version: 1\npreset: recommended\n" + more + "\n",
                folder.resolve("sessions"));
    }

    private static <T extends Observation> Stream<T> of(Evidence evidence, Class<T> kind) {
        return evidence.seen().stream().map(Seen::what).filter(kind::isInstance).map(kind::cast);
    }
}
