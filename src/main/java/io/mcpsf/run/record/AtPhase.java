package io.mcpsf.run.record;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Seen;
import io.mcpsf.run.request.Progress;

import java.util.concurrent.atomic.AtomicBoolean;

/** Begins something when a phase is reached for the first time; all else is passed on. */
public final class AtPhase implements Progress {

    private final Progress told;
    private final Phase awaited;
    private final Runnable what;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** {@code what} must return at once. */
    public AtPhase(Progress told, Phase awaited, Runnable what) {
        this.told = told;
        this.awaited = awaited;
        this.what = what;
    }

    @Override
    public void phase(Phase phase, String detail) {
        told.phase(phase, detail);
        if (phase == awaited && !begun.getAndSet(true)) {
            what.run();
        }
    }

    @Override
    public void done(Phase phase, PhaseResult result) {
        told.done(phase, result);
    }

    @Override
    public void note(String what) {
        told.note(what);
    }

    @Override
    public void events(long total, long alerts) {
        told.events(total, alerts);
    }

    @Override
    public void seen(Seen seen) {
        told.seen(seen);
    }
}
