package io.mcpsf.run.cases;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.run.record.Alarms;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.CutShortException;
import io.mcpsf.run.request.Progress;
import io.mcpsf.store.CaseFolder;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The evidence of a case from its first line to its last. An interruption also gets a last line,
 * which says that it was one.
 */
public final class CaseEvidence {

    private static final int DEEPEST_CAUSE = 16;

    private CaseEvidence() {}

    /** What is done between the first and the last line, and how well it was seen. */
    @FunctionalInterface
    interface Body {
        Coverage run(Recorder recorder) throws InterruptedException, IOException;
    }

    /** Writes it. {@code done} holds the phases that are over, and grows meanwhile. */
    static void write(
            CaseFolder folder,
            CaseFile head,
            Progress progress,
            Map<Phase, PhaseResult> done,
            Body body)
            throws InterruptedException, IOException {
        var alarms = new Alarms(progress);
        try (var recorder =
                new Recorder(
                        folder.grow(CaseFolder.EVIDENCE), head, System::nanoTime, alarms::saw)) {
            Coverage coverage;
            try {
                coverage = body.run(recorder);
            } catch (InterruptedException e) {
                throw cutShort(folder, recorder, done);
            } catch (IOException | RuntimeException e) {
                if (!isInterruption(e)) {
                    throw e;
                }
                throw cutShort(folder, recorder, done);
            }
            var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
            phases.putAll(done);
            phases.putAll(coverage.phases());
            recorder.finish(
                    new Coverage(
                            phases, coverage.senses(), coverage.tools(), coverage.isolation()));
        }
    }

    /**
     * Whether a failure is only the way in which some work ended that was interrupted: it says so,
     * or has left the thread interrupted.
     */
    public static boolean isInterruption(Throwable failure) {
        if (Thread.currentThread().isInterrupted()) {
            return true;
        }
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof InterruptedException
                    || cause instanceof InterruptedIOException
                    || cause instanceof ClosedByInterruptException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** What was seen is kept; how well it was seen is not known any more. */
    private static CutShortException cutShort(
            CaseFolder folder, Recorder recorder, Map<Phase, PhaseResult> done) {
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        phases.putAll(done);
        phases.put(Phase.STOP, new PhaseResult(PhaseResult.Status.FAILED, 0, "interrupted"));
        recorder.finish(
                new Coverage(
                        phases,
                        Map.of(),
                        new ToolCoverage(0, 0, 0),
                        new Isolation("unknown", "interrupted", List.of(), List.of())));
        // Cleaning up and the report are still to be done.
        var _ = Thread.interrupted();
        return new CutShortException(folder.folder());
    }
}
