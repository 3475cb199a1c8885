package io.mcpsf.run.record;

import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PhaseResult.Status;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.ProtocolObservation.Unanswered;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.run.request.Progress;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A notebook that lets people watch: the phases as they come and go, and the tool that is being
 * called.
 */
public final class ShownNotebook implements Notebook {

    private final Notebook notebook;
    private final Progress progress;
    private final Runnable flush;
    private final Set<String> listed = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private final Set<Phase> told = EnumSet.noneOf(Phase.class);
    private Optional<Phase> current = Optional.empty();
    private long since;
    private String unanswered = "";
    private int attacks;
    private int proven;

    public ShownNotebook(Notebook notebook, Progress progress, Runnable flush) {
        this.notebook = notebook;
        this.progress = progress;
        this.flush = flush;
    }

    @Override
    public void saw(int process, Observation what) {
        notebook.saw(process, what);
        synchronized (this) {
            switch (what) {
                case ToolListed tool -> listed.add(tool.name());
                case ToolCalled call when !attacking() -> {
                    called.add(call.tool());
                    progress.phase(
                            Phase.CALL,
                            "tool %d of %d: %s"
                                    .formatted(called.size(), listed.size(), call.tool()));
                }
                case Attacked attack -> {
                    attacks++;
                    progress.phase(
                            Phase.ATTACK,
                            "%d sent, %d proven: %s".formatted(attacks, proven, attack.tool()));
                }
                case VulnerabilityProven _ -> proven++;
                case Unanswered missing -> unanswered = missing.what() + ": " + missing.why();
                default -> {}
            }
        }
    }

    @Override
    public synchronized void enter(Phase phase) {
        flush.run();
        notebook.enter(phase);
        turnTo(phase);
    }

    @Override
    public synchronized int beginCall() {
        flush.run();
        int call = notebook.beginCall();
        if (!attacking() && !current.equals(Optional.of(Phase.CALL))) {
            turnTo(Phase.CALL);
        }
        return call;
    }

    @Override
    public void endCall() {
        flush.run();
        notebook.endCall();
    }

    /** The questions are over: the last phase is done. */
    public synchronized void leave() {
        current.filter(told::add)
                .ifPresent(
                        phase -> {
                            long millis = (System.nanoTime() - since) / 1_000_000;
                            Status status = unanswered.isEmpty() ? Status.DONE : Status.FAILED;
                            progress.done(phase, new PhaseResult(status, millis, unanswered));
                        });
        current = Optional.empty();
        unanswered = "";
    }

    private boolean attacking() {
        return current.equals(Optional.of(Phase.ATTACK));
    }

    private void turnTo(Phase phase) {
        leave();
        current = Optional.of(phase);
        since = System.nanoTime();
        progress.phase(phase, "");
    }
}
