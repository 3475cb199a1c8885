package io.mcpsf.cli;

import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;

/** Nothing to see. */
final class QuietProgress implements ShownProgress {

    @Override
    public void phase(Phase phase, String detail) {}

    @Override
    public void done(Phase phase, PhaseResult result) {}

    @Override
    public void note(String what) {}

    @Override
    public void events(long total, long alerts) {}

    @Override
    public void close() {}
}
