package io.mcpsf.run.record;

import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.run.request.Progress;

import java.util.concurrent.atomic.AtomicLong;

/** Counts for those who watch: what was seen so far, and how much of it is alarming. */
public final class Alarms {

    private final Progress progress;
    private final AtomicLong all = new AtomicLong();
    private final AtomicLong alarming = new AtomicLong();

    public Alarms(Progress progress) {
        this.progress = progress;
    }

    public void saw(Seen seen) {
        progress.seen(seen);
        boolean alarm =
                seen.what() instanceof BaitTouched
                        || seen.what() instanceof BaitLeft
                        || seen.what() instanceof CallRefused;
        progress.events(all.incrementAndGet(), alarm ? alarming.incrementAndGet() : alarming.get());
    }
}
