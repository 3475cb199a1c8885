package io.mcpsf.observe.notify;

import io.mcpsf.linux.Vdso;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.notify.Task.Member;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Shows the sample a later day. A program that was just executed has a fresh clock page; its first
 * call that we see comes from the loader, before a line of the program has run, and there the page
 * is changed.
 */
final class LaterClock {

    private final int seconds;
    private final Sink sink;
    private final Set<Integer> fresh = new HashSet<>();
    private boolean told;

    LaterClock(Duration ahead, Sink sink) {
        this.seconds = Math.toIntExact(ahead.toSeconds());
        this.sink = sink;
    }

    boolean moved() {
        return seconds != 0;
    }

    /** To be told each call before it is let go on. */
    void calls(Task task, boolean executes) {
        Member process = task.process;
        if (executes) {
            fresh.add(process.number);
            return;
        }
        if (!fresh.remove(process.number)) {
            return;
        }
        try {
            Vdso.ahead(task.thread, seconds);
        } catch (IOException e) {
            if (!told) {
                told = true;
                sink.saw(
                        process.number,
                        new CallNoted("clock", "could not be set ahead: " + e.getMessage()));
            }
        }
    }
}
