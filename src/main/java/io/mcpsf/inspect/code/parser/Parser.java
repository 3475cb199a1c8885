package io.mcpsf.inspect.code.parser;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Makes syntax trees in a process of its own. A text that kills the process or takes too long has
 * no tree; the next one gets a new process. On a busy machine a text may wait. Used by one thread.
 */
public final class Parser implements AutoCloseable {

    /** What one text may take of a core; the slowest real one of 8 MB takes 3 seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A parser that falls again and again was not hit by chance. */
    private static final int MOST_DEATHS = 20;

    private final Path program;
    private final ParserLimits limits;
    private final ScheduledExecutorService alarms =
            Executors.newSingleThreadScheduledExecutor(
                    task -> Thread.ofPlatform().daemon().name("parser-alarm").unstarted(task));
    private ParserProcess process;
    private boolean dead;
    private int deaths;

    /** Starts it, or throws a {@link ParserException}. */
    public Parser(Path program) {
        this(program, ParserLimits.USUAL);
    }

    Parser(Path program, ParserLimits limits) {
        this.program = program;
        this.limits = limits;
        try {
            this.process = ParserProcess.start(program, PATIENCE, alarms);
        } catch (ParserException e) {
            alarms.shutdownNow();
            throw e;
        }
    }

    /** The process that parses at this time. */
    public long pid() {
        return process.pid();
    }

    public Parsing parse(Language language, byte[] text) {
        if (text.length > ParserProcess.MOST_TEXT) {
            return new Parsing.Failed("it is larger than 16 MB");
        }
        if (deaths >= MOST_DEATHS) {
            return new Parsing.Failed("the parser crashed too often");
        }
        if (dead) {
            process = ParserProcess.start(program, PATIENCE, alarms);
            dead = false;
        }
        ParserProcess current = process;
        var watch = new ParserWatch(current, limits);
        long every = limits.every().toMillis();
        ScheduledFuture<?> rounds =
                alarms.scheduleWithFixedDelay(watch, every, every, TimeUnit.MILLISECONDS);
        try {
            return current.parse(language, text);
        } catch (IOException broken) {
            current.close();
            dead = true;
            deaths++;
            return new Parsing.Failed(watch.ended().orElse("the parser crashed on it"));
        } finally {
            rounds.cancel(false);
        }
    }

    @Override
    public void close() {
        process.close();
        alarms.shutdownNow();
    }
}
