package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.report.InWords;
import io.mcpsf.run.request.Progress;

import java.util.function.Consumer;

/** Only what a client's log should hold: notes, and phases that failed. */
record StderrProgress(Consumer<String> tell) implements Progress {

    @Override
    public void phase(Phase phase, String detail) {}

    @Override
    public void done(Phase phase, PhaseResult result) {
        if (result.status() != PhaseResult.Status.DONE) {
            tell.accept("mcpsf: " + InWords.phase(phase) + " failed: " + result.why());
        }
    }

    @Override
    public void note(String what) {
        tell.accept("mcpsf: " + what);
    }

    @Override
    public void events(long total, long alerts) {}
}
