package io.mcpsf.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.run.request.CutShortException;
import io.mcpsf.run.request.Progress;
import io.mcpsf.store.CaseFolder;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** However a case is interrupted, its evidence says that it was, and holds what was seen. */
final class CaseEvidenceTest {

    private static final PhaseResult DONE = new PhaseResult(PhaseResult.Status.DONE, 1, "");

    @TempDir Path output;

    @AfterEach
    void leaveNoInterruptionToOtherTests() {
        var _ = Thread.interrupted();
    }

    @Test
    void anInterruptionIsTheLastLine() {
        isCutShort(
                () -> {
                    throw new InterruptedException();
                });
    }

    @Test
    void aCopyThatWasInterruptedIsAnInterruption() {
        isCutShort(
                () -> {
                    var cause = new InterruptedIOException("interrupted while copying");
                    throw new IllegalStateException("cannot fill the sandbox", cause);
                });
        isCutShort(
                () -> {
                    throw new UncheckedIOException(new InterruptedIOException("connecting"));
                });
    }

    @Test
    void aFailureThatLeavesTheThreadInterruptedIsAnInterruption() {
        isCutShort(
                () -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("crun did not start");
                });

        assertThat(Thread.currentThread().isInterrupted())
                .as("the report is still to be written")
                .isFalse();
    }

    @Test
    void anotherFailureStaysWhatItIs() {
        assertThatThrownBy(
                        () ->
                                write(
                                        () -> {
                                            throw new IllegalStateException("crun is broken");
                                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("crun is broken");
    }

    private interface Work {
        void run() throws InterruptedException, IOException;
    }

    private void isCutShort(Work work) {
        assertThatThrownBy(() -> write(work)).isInstanceOf(CutShortException.class);

        var evidence = CaseFolder.of(output).evidence();
        assertThat(evidence.of(Connected.class)).hasSize(1);
        assertThat(evidence.coverage().phases().get(Phase.STOP))
                .isEqualTo(new PhaseResult(PhaseResult.Status.FAILED, 0, "interrupted"));
        assertThat(evidence.coverage().phases()).containsEntry(Phase.ACQUIRE, DONE);
        output.resolve(CaseFolder.EVIDENCE).toFile().delete();
    }

    private void write(Work work) throws InterruptedException, IOException {
        var head =
                new CaseFile(
                        "c",
                        new CaseFile.Subject("folder", "s", "", "", "s"),
                        Instant.EPOCH,
                        "0",
                        new CaseFile.Settings("safe", 1, List.of(), 0.5));
        CaseEvidence.write(
                CaseFolder.of(output),
                head,
                Progress.none(),
                Map.of(Phase.ACQUIRE, DONE),
                recorder -> {
                    recorder.saw(0, new Connected("tcp", "192.0.2.1", 80));
                    work.run();
                    return Coverage.nothing();
                });
    }
}
