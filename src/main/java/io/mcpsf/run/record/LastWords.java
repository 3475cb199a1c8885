package io.mcpsf.run.record;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.bait.Found;
import io.mcpsf.mcp.Drain;
import io.mcpsf.model.Marks;
import io.mcpsf.model.ProtocolObservation.LogWritten;
import io.mcpsf.model.ProtocolObservation.StderrWritten;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.text.Printable;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What the server wrote to standard error, taken down and searched for bait. */
public final class LastWords {

    /** Enough for the reason of a failed start, with its stack trace. */
    private static final int EXCERPT = 8 << 10;

    private final CanaryFinder canaries;
    private final Sink sink;

    public LastWords(CanaryFinder canaries, Sink sink) {
        this.canaries = canaries;
        this.sink = sink;
    }

    /** Takes down at once what holds a mark of ours: it is what an attack looks for. */
    public static Drain listen(InputStream stderr, Sink sink) {
        return Drain.of(
                stderr,
                line -> {
                    if (line.contains(Marks.PREFIX) && !Marks.in(line).isEmpty()) {
                        sink.saw(new LogWritten(line));
                    }
                });
    }

    public void record(Drain stderr) {
        if (stderr.bytes() == 0) {
            return;
        }
        byte[] hostile = stderr.beginning();
        String excerpt =
                new String(hostile, 0, Math.min(hostile.length, EXCERPT), StandardCharsets.UTF_8);
        sink.saw(new StderrWritten(stderr.bytes(), excerpt));
        for (Found found : canaries.find(hostile)) {
            sink.saw(new BaitLeft(found.bait(), found.kind(), "stderr", "", found.encoding()));
        }
    }

    /** The last line that says something, for a message of ours; empty when there is none. */
    public static String quoted(Drain stderr) {
        String text = new String(stderr.beginning(), StandardCharsets.UTF_8);
        return text.lines()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .map(line -> ": " + Printable.line(line, 200))
                .orElse("");
    }
}
